import{didYouMean}from"./chunk-QRCQLET7.mjs";import"./chunk-MNQJLB57.mjs";export{didYouMean};
