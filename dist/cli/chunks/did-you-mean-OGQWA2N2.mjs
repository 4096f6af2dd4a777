import{didYouMean}from"./chunk-XJCKEN7J.mjs";import"./chunk-UUSFHF4W.mjs";export{didYouMean};
