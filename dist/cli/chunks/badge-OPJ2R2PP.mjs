import{badgeOf,badgeText}from"./chunk-FGU77DUJ.mjs";import"./chunk-SQZGROZY.mjs";export{badgeOf,badgeText};
