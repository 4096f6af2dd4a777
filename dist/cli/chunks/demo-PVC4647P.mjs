import{EXIT}from"./chunk-KWGWFAAI.mjs";function define(parent,shell,done){parent.command("demo").description("Run the decision suite against embedded agents: no key, no network, about ten seconds").option("--out <dir>","where everything is written","operant-demo").option("--json","print JSON").addHelpText("after",`
Example:
  operant demo --out /tmp/operant-demo`).action(async options=>{let{demo}=await import("./demo-XOLYAUCR.mjs"),{printCards}=await import("./print-outcome-Q4AQTYMH.mjs"),people=options.json!==!0,result=await demo(shell.context,options.out,(name,says)=>people&&shell.print(`
── ${name}: ${says}
`),(report,recording)=>people&&printCards(shell,[report],[recording]));if(!people)shell.print(JSON.stringify(result,null,2));else{let{demoClosing}=await import("./demo-closing-2A2JGHI6.mjs");shell.print(demoClosing(result))}done(result.verified.ok&&result.reports.length>0?EXIT.pass:EXIT.unverifiable)})}export{define};
