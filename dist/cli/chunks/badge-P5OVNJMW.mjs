import{badgeOf,badgeText}from"./chunk-23C6IZ2N.mjs";import"./chunk-Q6LUJ7H5.mjs";export{badgeOf,badgeText};
