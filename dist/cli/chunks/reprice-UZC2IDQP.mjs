import{EXIT}from"./chunk-ZEVRVXGW.mjs";function define(parent,shell,done){parent.command("reprice").description("Show the rows of a ledger by the prices of another catalog; a view, no row is changed").argument("<ledger>","a folder, a .jsonl file, or git:REMOTE#BRANCH").requiredOption("--catalog <file>","a price catalog (schema operant.price-catalog/v1)").option("--json","print JSON").addHelpText("after",`
A row is priced where one model used all of its tokens and one price holds for all of them; otherwise the reason is told.

Example:
  operant reprice .operant/ledger --catalog prices.json`).action(async(ledger,options)=>{let{repriceLedger}=await import("./reprice-QQ3XUA2Q.mjs"),view=await repriceLedger(shell.context,ledger,options.catalog);if(options.json===!0)shell.print(JSON.stringify(view,null,2));else{let{repriceTable}=await import("./reprice-table-QIUWWOHA.mjs");shell.print(repriceTable(view,{color:shell.color,width:shell.width}))}done(EXIT.pass)})}export{define};
