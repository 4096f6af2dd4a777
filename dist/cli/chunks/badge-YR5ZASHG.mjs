import{badgeOf,badgeText}from"./chunk-NFI4KOQT.mjs";import"./chunk-TPQXEDN7.mjs";export{badgeOf,badgeText};
