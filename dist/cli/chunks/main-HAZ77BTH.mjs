import{main}from"./chunk-V22XPTSZ.mjs";export{main};
