import{main}from"./chunk-VGSMRI2C.mjs";export{main};
