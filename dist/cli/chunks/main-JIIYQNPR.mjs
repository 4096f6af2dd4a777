import{main}from"./chunk-SQZGROZY.mjs";export{main};
