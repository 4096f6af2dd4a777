import{main}from"./chunk-ZEVRVXGW.mjs";export{main};
