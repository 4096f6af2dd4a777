import{badgeOf,badgeText}from"./chunk-G5RKKVIO.mjs";import"./chunk-ZEVRVXGW.mjs";export{badgeOf,badgeText};
