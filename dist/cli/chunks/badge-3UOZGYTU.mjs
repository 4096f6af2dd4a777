import{badgeOf,badgeText}from"./chunk-YDX25T63.mjs";import"./chunk-6GMZZXMB.mjs";export{badgeOf,badgeText};
