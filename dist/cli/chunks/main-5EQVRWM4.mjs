import{main}from"./chunk-TPQXEDN7.mjs";export{main};
