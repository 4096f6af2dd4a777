import{badgeOf,badgeText}from"./chunk-3TVOGQSI.mjs";import"./chunk-FSZG7XWG.mjs";export{badgeOf,badgeText};
