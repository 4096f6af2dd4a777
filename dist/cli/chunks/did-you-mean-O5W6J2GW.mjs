import{didYouMean}from"./chunk-NLQKWESJ.mjs";import"./chunk-ATS556ZF.mjs";export{didYouMean};
