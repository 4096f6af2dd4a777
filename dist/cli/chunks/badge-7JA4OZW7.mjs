import{badgeOf,badgeText}from"./chunk-BNCDIT3L.mjs";import"./chunk-LYNH3F4S.mjs";export{badgeOf,badgeText};
