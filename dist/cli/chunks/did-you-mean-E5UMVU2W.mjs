import{didYouMean}from"./chunk-NJPVTHNT.mjs";import"./chunk-V22XPTSZ.mjs";export{didYouMean};
