import{badgeOf,badgeText}from"./chunk-7P6VN2AD.mjs";import"./chunk-T43SYKFB.mjs";export{badgeOf,badgeText};
