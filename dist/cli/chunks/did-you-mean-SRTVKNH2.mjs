import{didYouMean}from"./chunk-NKQ5VBU3.mjs";import"./chunk-T43SYKFB.mjs";export{didYouMean};
