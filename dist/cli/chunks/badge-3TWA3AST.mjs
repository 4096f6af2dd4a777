import{badgeOf,badgeText}from"./chunk-FIRF5MNB.mjs";import"./chunk-V22XPTSZ.mjs";export{badgeOf,badgeText};
