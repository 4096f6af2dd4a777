import{didYouMean}from"./chunk-OWIQ66IV.mjs";import"./chunk-6GMZZXMB.mjs";export{didYouMean};
