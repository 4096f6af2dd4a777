import{didYouMean}from"./chunk-WFIGGZCR.mjs";import"./chunk-LYNH3F4S.mjs";export{didYouMean};
