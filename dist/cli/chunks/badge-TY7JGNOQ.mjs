import{badgeOf,badgeText}from"./chunk-USVCFRKB.mjs";import"./chunk-UWHIEVQN.mjs";export{badgeOf,badgeText};
