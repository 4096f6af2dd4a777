import{didYouMean}from"./chunk-MY65HOLI.mjs";import"./chunk-E4DFYRLI.mjs";export{didYouMean};
