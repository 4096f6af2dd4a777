import{badgeOf,badgeText}from"./chunk-DT6WDEMW.mjs";import"./chunk-TFC5B7KH.mjs";export{badgeOf,badgeText};
