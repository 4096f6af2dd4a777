import{__commonJS}from"./chunk-Q6LUJ7H5.mjs";var require_node_util=__commonJS({"builtin:node:util"(exports,module){module.exports=process.getBuiltinModule("node:util")}});export{require_node_util};
