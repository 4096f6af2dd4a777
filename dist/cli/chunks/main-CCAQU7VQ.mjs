import{main}from"./chunk-E4DFYRLI.mjs";export{main};
