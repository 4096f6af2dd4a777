import{didYouMean}from"./chunk-JJQWJ7W5.mjs";import"./chunk-QIBZMXQU.mjs";export{didYouMean};
