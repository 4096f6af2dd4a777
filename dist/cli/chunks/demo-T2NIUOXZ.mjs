import{EXIT}from"./chunk-QKH5VOV7.mjs";function define(parent,shell,done){parent.command("demo").description("Run the decision suite against embedded agents: no key, no network, about ten seconds").option("--out <dir>","where everything is written","operant-demo").option("--json","print JSON").addHelpText("after",`
Example:
  operant demo --out /tmp/operant-demo`).action(async options=>{let{demo}=await import("./demo-GLQFTGMX.mjs"),{printCards}=await import("./print-outcome-2VXASITE.mjs"),people=options.json!==!0,result=await demo(shell.context,options.out,(name,says)=>people&&shell.print(`
── ${name}: ${says}
`),(report,recording)=>people&&printCards(shell,[report],[recording]));if(!people)shell.print(JSON.stringify(result,null,2));else{let{demoClosing}=await import("./demo-closing-BXG4QOEG.mjs");shell.print(demoClosing(result,shell.context.env.npm_lifecycle_event!==void 0))}done(result.verified.ok&&result.reports.length>0?EXIT.pass:EXIT.unverifiable)})}export{define};
