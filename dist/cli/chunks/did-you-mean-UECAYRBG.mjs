import{didYouMean}from"./chunk-YBOBJKZJ.mjs";import"./chunk-CIKRWJQB.mjs";export{didYouMean};
