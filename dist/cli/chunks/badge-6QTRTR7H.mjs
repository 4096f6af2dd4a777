import{badgeOf,badgeText}from"./chunk-DUL3F3DC.mjs";import"./chunk-5AVDSMEV.mjs";export{badgeOf,badgeText};
