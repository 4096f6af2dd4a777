import{main}from"./chunk-CIKRWJQB.mjs";export{main};
