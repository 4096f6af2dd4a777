import{didYouMean}from"./chunk-4JFNNZ63.mjs";import"./chunk-TFC5B7KH.mjs";export{didYouMean};
