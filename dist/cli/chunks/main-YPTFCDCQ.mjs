import{main}from"./chunk-Q6LUJ7H5.mjs";export{main};
