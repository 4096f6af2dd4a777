import{badgeOf,badgeText}from"./chunk-AKPMT4DW.mjs";import"./chunk-CIKRWJQB.mjs";export{badgeOf,badgeText};
