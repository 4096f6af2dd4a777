import{badgeOf,badgeText}from"./chunk-IZFB4MC7.mjs";import"./chunk-VGSMRI2C.mjs";export{badgeOf,badgeText};
