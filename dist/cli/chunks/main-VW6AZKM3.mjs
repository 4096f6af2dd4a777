import{main}from"./chunk-TFC5B7KH.mjs";export{main};
