import{didYouMean}from"./chunk-U4K5AH5B.mjs";import"./chunk-QKH5VOV7.mjs";export{didYouMean};
