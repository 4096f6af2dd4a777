import{__commonJS}from"./chunk-ZEVRVXGW.mjs";var require_node_util=__commonJS({"builtin:node:util"(exports,module){module.exports=process.getBuiltinModule("node:util")}});export{require_node_util};
