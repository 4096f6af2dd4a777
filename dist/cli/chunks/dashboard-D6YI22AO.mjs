import{EXIT,integer}from"./chunk-ZEVRVXGW.mjs";function define(parent,shell,done){parent.command("dashboard").description("Show a ledger in the browser: trends, tasks, rows; verified there, on this machine only").argument("<ledger>","a folder, a .jsonl file, or git:REMOTE#BRANCH").option("--port <n>","the port on 127.0.0.1 (default: a free one)",integer(1,65535)).option("--open","open it in the browser").option("--json","print the address as JSON").addHelpText("after",`
Serves until it is interrupted.

Example:
  operant dashboard operant-demo/ledger --open`).action(async(spec,options)=>{let{openInBrowser,serveDashboard}=await import("./dashboard-2MGMXADP.mjs"),served=await serveDashboard(shell.context,spec,options.port??0);options.json===!0?shell.print(JSON.stringify({url:served.url,ledger:served.ledger})):shell.print(`${served.url}
  shows ${served.ledger}; Ctrl-C ends it`),options.open===!0&&!await openInBrowser(shell.context,served.url)&&shell.error(`operant: no browser could be started; open ${served.url} yourself`),await served.closed,done(EXIT.pass)})}export{define};
