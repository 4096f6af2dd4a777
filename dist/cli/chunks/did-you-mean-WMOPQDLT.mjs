import{didYouMean}from"./chunk-OFEYZXYH.mjs";import"./chunk-UWHIEVQN.mjs";export{didYouMean};
