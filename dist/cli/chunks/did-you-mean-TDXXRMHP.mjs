import{didYouMean}from"./chunk-LR4NTWTP.mjs";import"./chunk-ZEVRVXGW.mjs";export{didYouMean};
