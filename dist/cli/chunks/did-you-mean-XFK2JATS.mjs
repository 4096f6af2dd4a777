import{didYouMean}from"./chunk-DFN2UK2J.mjs";import"./chunk-TPQXEDN7.mjs";export{didYouMean};
