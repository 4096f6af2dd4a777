import{main}from"./chunk-KWGWFAAI.mjs";export{main};
