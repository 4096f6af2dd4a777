import{badgeOf,badgeText}from"./chunk-WUZIWPDV.mjs";import"./chunk-MNQJLB57.mjs";export{badgeOf,badgeText};
