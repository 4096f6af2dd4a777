import{main}from"./chunk-6GMZZXMB.mjs";export{main};
