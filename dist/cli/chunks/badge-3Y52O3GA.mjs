import{badgeOf,badgeText}from"./chunk-YUIBZXFI.mjs";import"./chunk-ATS556ZF.mjs";export{badgeOf,badgeText};
