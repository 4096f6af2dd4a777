import{main}from"./chunk-UWHIEVQN.mjs";export{main};
