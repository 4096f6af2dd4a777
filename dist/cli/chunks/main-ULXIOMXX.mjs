import{main}from"./chunk-QKH5VOV7.mjs";export{main};
