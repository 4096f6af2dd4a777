import{badgeOf,badgeText}from"./chunk-WHHFYXJM.mjs";import"./chunk-E4DFYRLI.mjs";export{badgeOf,badgeText};
