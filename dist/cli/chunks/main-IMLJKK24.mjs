import{main}from"./chunk-LYNH3F4S.mjs";export{main};
