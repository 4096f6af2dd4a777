import{badgeOf,badgeText}from"./chunk-7KPDT7A3.mjs";import"./chunk-G74UFXGV.mjs";export{badgeOf,badgeText};
