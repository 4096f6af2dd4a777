import{didYouMean}from"./chunk-67F45PRM.mjs";import"./chunk-VGSMRI2C.mjs";export{didYouMean};
