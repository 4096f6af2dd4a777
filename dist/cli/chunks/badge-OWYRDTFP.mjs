import{badgeOf,badgeText}from"./chunk-2A7T6VXM.mjs";import"./chunk-UUSFHF4W.mjs";export{badgeOf,badgeText};
