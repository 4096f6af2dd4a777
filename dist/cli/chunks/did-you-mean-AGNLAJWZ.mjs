import{didYouMean}from"./chunk-LHMODH4R.mjs";import"./chunk-G74UFXGV.mjs";export{didYouMean};
