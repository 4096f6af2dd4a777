import{main}from"./chunk-5AVDSMEV.mjs";export{main};
