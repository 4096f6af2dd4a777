import{main}from"./chunk-MNQJLB57.mjs";export{main};
