import{badgeOf,badgeText}from"./chunk-3ZEQXXSB.mjs";import"./chunk-KWGWFAAI.mjs";export{badgeOf,badgeText};
