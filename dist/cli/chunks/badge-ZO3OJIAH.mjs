import{badgeOf,badgeText}from"./chunk-FOFLJPIU.mjs";import"./chunk-QIBZMXQU.mjs";export{badgeOf,badgeText};
