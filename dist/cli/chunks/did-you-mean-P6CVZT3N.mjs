import{didYouMean}from"./chunk-MFHV3YS7.mjs";import"./chunk-SQZGROZY.mjs";export{didYouMean};
