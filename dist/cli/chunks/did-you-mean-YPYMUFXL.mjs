import{didYouMean}from"./chunk-NF47R4YI.mjs";import"./chunk-FSZG7XWG.mjs";export{didYouMean};
