import{badgeOf,badgeText}from"./chunk-SXJNLBCP.mjs";import"./chunk-QKH5VOV7.mjs";export{badgeOf,badgeText};
