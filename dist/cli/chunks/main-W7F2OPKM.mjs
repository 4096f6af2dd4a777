import{main}from"./chunk-ATS556ZF.mjs";export{main};
