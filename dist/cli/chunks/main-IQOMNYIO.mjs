import{main}from"./chunk-T43SYKFB.mjs";export{main};
