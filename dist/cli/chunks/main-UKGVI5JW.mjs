import{main}from"./chunk-QIBZMXQU.mjs";export{main};
