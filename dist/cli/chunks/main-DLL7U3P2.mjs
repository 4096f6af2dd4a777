import{main}from"./chunk-G74UFXGV.mjs";export{main};
