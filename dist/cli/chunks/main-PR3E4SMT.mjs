import{main}from"./chunk-FSZG7XWG.mjs";export{main};
