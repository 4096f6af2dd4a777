import{didYouMean}from"./chunk-7R22GWCP.mjs";import"./chunk-Q6LUJ7H5.mjs";export{didYouMean};
