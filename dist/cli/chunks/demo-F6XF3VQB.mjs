import{EXIT}from"./chunk-ZEVRVXGW.mjs";function define(parent,shell,done){parent.command("demo").description("Run the decision suite against embedded agents: no key, no network, about ten seconds").option("--out <dir>","where everything is written","operant-demo").option("--json","print JSON").addHelpText("after",`
Example:
  operant demo --out /tmp/operant-demo`).action(async options=>{let{demo}=await import("./demo-HJZDDITS.mjs"),{printCards,programName}=await import("./print-outcome-MHU75Z7V.mjs"),people=options.json!==!0,result=await demo(shell.context,options.out,(name,says)=>people&&shell.print(`
── ${name}: ${says}
`),(report,recording,runDir)=>people&&printCards(shell,[report],[recording],runDir));if(!people)shell.print(JSON.stringify(result,null,2));else{let{demoClosing}=await import("./demo-closing-N5MXFL2A.mjs");shell.print(demoClosing(result,programName(shell)))}done(result.verified.ok&&result.reports.length>0?EXIT.pass:EXIT.unverifiable)})}export{define};
