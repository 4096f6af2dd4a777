#!/usr/bin/env node
var arguments_=process.argv.slice(2),[major=0,minor=0]=process.versions.node.split(".").map(Number);if(major<20||major===20&&minor<19)process.stderr.write(`operant: expected Node 20.19 or newer, found ${process.versions.node}
  Install a current Node from https://nodejs.org and try again.
`),process.exitCode=64;else if(arguments_.length===1&&(arguments_[0]==="--version"||arguments_[0]==="-V"))process.stdout.write(`0.1.0
`);else try{let{main}=await import("./chunks/main-5WJWT7V3.mjs");process.exitCode=await main(arguments_,new URL("./data/",import.meta.url))}catch(error){process.stderr.write(`operant: internal fault: ${error instanceof Error?error.message:String(error)}
`),process.exitCode=70}
