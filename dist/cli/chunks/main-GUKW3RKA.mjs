import{main}from"./chunk-UUSFHF4W.mjs";export{main};
