import{didYouMean}from"./chunk-4UVM7NVW.mjs";import"./chunk-KWGWFAAI.mjs";export{didYouMean};
