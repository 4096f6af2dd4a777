import{didYouMean}from"./chunk-V2RCO4V5.mjs";import"./chunk-5AVDSMEV.mjs";export{didYouMean};
