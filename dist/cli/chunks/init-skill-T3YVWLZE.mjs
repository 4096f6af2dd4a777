import{digestSuite}from"./chunk-BL6R3Q6X.mjs";import{chooseHarness}from"./chunk-7ZJNCJQJ.mjs";import{qualify}from"./chunk-FQZYO2PA.mjs";import"./chunk-MTH6GHEV.mjs";import"./chunk-FGMYGKDO.mjs";import"./chunk-ZJP6TRME.mjs";import"./chunk-ANUNVYAV.mjs";import"./chunk-EFAC4NWM.mjs";import"./chunk-DDQCRRF4.mjs";import"./chunk-V7G2F77C.mjs";import"./chunk-CLMOD5CP.mjs";import"./chunk-WSCL62DN.mjs";import"./chunk-RYL5RK44.mjs";import"./chunk-HG5YBDOW.mjs";import"./chunk-TIQOI2CN.mjs";import"./chunk-DR53TBIO.mjs";import"./chunk-LR4NTWTP.mjs";import"./chunk-6E6P7SFU.mjs";import"./chunk-XPUA3XLH.mjs";import{packageAt}from"./chunk-OT6XLXBZ.mjs";import"./chunk-CI7GJUYH.mjs";import"./chunk-RKRTGHFM.mjs";import"./chunk-6C2SV526.mjs";import"./chunk-D4BRMIFR.mjs";import"./chunk-SXEFMGMV.mjs";import"./chunk-6BVOU5MA.mjs";import"./chunk-A3WM5WZY.mjs";import{ENTRY,UsageError,__toESM,require_node_fs,require_node_path,writable}from"./chunk-ZEVRVXGW.mjs";var import_node_fs=__toESM(require_node_fs(),1),import_node_path=__toESM(require_node_path(),1);var MAX_REQUIRED=8;function namedFiles(tested){let entry=tested.files[ENTRY]??"",sorted=Object.keys(tested.files).filter(path=>path!==ENTRY&&entry.includes(path)).sort((a,b)=>entry.indexOf(a)-entry.indexOf(b));return[ENTRY,...sorted].slice(0,MAX_REQUIRED)}function skillTemplate(tested,place){let{name}=tested;return{[`${name}.yaml`]:suite(name,place),[`${name}.thresholds.yaml`]:thresholds(name),[`cases/with-${name}.yaml`]:calledCase(tested),[`cases/without-${name}.yaml`]:ordinaryCase(name),"workspace/README.md":`A small project for trials. Put here what your own tasks need.
`,"workspace/data/visits.csv":VISITS}}var SCHEMAS="https://raw.githubusercontent.com/operant/action/main/docs/schemas",head=schema=>`# yaml-language-server: $schema=${SCHEMAS}/${schema}.schema.json
`,VISITS=`day,state
mon,open
mon,closed
tue,open
wed,closed
thu,open
fri,closed
`;function suite(name,{toPackage}){return`${head("suite")}schema: operant.suite/v1
id: ${name}
kind: workflow
# score: results may be recorded in a ledger. smoke: only shown.
tier: score
title: Does ${name} really run?
attempts: 1
# Files that every trial starts with.
workspace: workspace
# The skill under test: installed into each trial's workspace, never into your home.
package: ${toPackage}
cases:
  - cases/with-${name}.yaml
  - cases/without-${name}.yaml
`}function thresholds(name){return`${head("thresholds")}schema: operant.thresholds/v1
id: ${name}
suite: ${name}
requireAllAccepted: true
bounds:
  minConformance:
    value: 1
    mode: point
    reason: Every required check was chosen because the work is not done without it.
`}function calledCase(tested){let{name}=tested;return`${head("workflow-case")}schema: operant.workflow-case/v1
id: with-${name}
title: A task that calls ${name}
# What the agent is asked. The call of the skill is put before it; name no file of the skill here.
# Replace this task by one that your skill is for, and leave nothing open that is graded below.
prompt: |
  Count the lines of data/visits.csv whose second field is open, and write answer.json with one field "open" that holds
  the number. Change no other file and add no other.
activates: true
# Files of the skill that must be put before the model in full; these are those that its entry file names.
requires: [${namedFiles(tested).map(path=>JSON.stringify(path)).join(", ")}]
# none, optional, explore (several at once, then one that is given what they found) or arena (candidates, then a judge).
delegation: optional
# Steps of verification that must be seen in the trace.
verifies:
  - kind: looked
    id: data_looked
    paths: [data/visits.csv]
# New files that are in scope.
mayWrite: [answer.json]
# What judges the outcome: file, reply, answers, calls, types, rationale or program; see docs/workflow-suites.md.
outcome:
  - kind: answers
    id: count
    path: answer.json
    values: { /open: 3 }
# What a right agent leaves, and deliberate defects: operant qualify proves that the graders tell them apart.
reference:
  files:
    answer.json: '{"open": 3}'
  reply: There are three.
defects:
  - name: header-counted
    edits: [{ path: answer.json, find: "3", put: "4" }]
    failedBy: count
  - name: number-as-text
    edits: [{ path: answer.json, find: "3", put: '"3"' }]
    failedBy: count
  - name: no-answer
    drop: [answer.json]
    failedBy: count
  - name: left-over-file
    files: { notes.txt: "three" }
    failedBy: in_scope
  - name: data-changed
    files: { data/visits.csv: "day,state" }
    failedBy: in_scope
  - name: edit-in-git
    files: { .git/info/exclude: "answer.json" }
    failedBy: git_untouched
provenance: Written by operant init as a start; replace it by a task of your own.
`}function ordinaryCase(name){return`${head("workflow-case")}schema: operant.workflow-case/v1
id: without-${name}
title: An ordinary task, for which ${name} must not be used
prompt: |
  Write the file greeting.txt with the one line Good morning and a line feed at its end. Change no other file and add no
  other. Answer with the single word done, in small letters.
activates: false
requires: []
delegation: none
verifies: []
mayWrite: [greeting.txt]
outcome:
  - kind: file
    id: greeting
    path: greeting.txt
    text: "Good morning\\n"
  - kind: reply
    id: reply
    text: done
reference:
  files: { greeting.txt: "Good morning\\n" }
  reply: done
defects:
  - name: missing-newline
    files: { greeting.txt: "Good morning" }
    failedBy: greeting
  - name: other-words
    files: { greeting.txt: "Good evening\\n" }
    failedBy: greeting
  - name: no-file
    drop: [greeting.txt]
    failedBy: greeting
  - name: chatty-reply
    reply: The file is done.
    failedBy: reply
  - name: capital-letter
    reply: Done
    failedBy: reply
  - name: extra-file
    files: { more.txt: "x" }
    failedBy: in_scope
provenance: Written by operant init as a start.
`}function skillWorkflow(name,place){let{suiteFolder,packageFolder,version,harness}=place,file=`${suiteFolder}/${name}`;return`name: operant ${name}
on:
  pull_request:
    paths: ["${packageFolder}/**", "${suiteFolder}/**"]
permissions:
  contents: read
jobs:
  run:
    # A fork gets no key, and without one nothing can be run.
    if: github.event.pull_request.head.repo.full_name == github.repository
    runs-on: ubuntu-latest
    timeout-minutes: 30
    steps:
      - uses: actions/checkout@v5
      - uses: actions/setup-node@v5
        with:
          node-version: 24
      - run: ${harness.install}
      - run: npx --yes operant@${version} run --suite ./${file}.yaml --thresholds ./${file}.thresholds.yaml --harness ${harness.id} --budget-usd 5 --out .operant/runs
        env:
          ${harness.keyVariable}: \${{ secrets.${harness.keyVariable} }}
      - if: always()
        run: cat .operant/runs/*/card.md >> "$GITHUB_STEP_SUMMARY"
`}async function initSkill(context,skill,{out,harness:id}){let harness=await harnessFor(context,id),packageDir=(0,import_node_path.resolve)(context.cwd,skill),tested=packageAt(packageDir,skill),folder=(0,import_node_path.resolve)(context.cwd,out),shown=path=>(0,import_node_path.relative)(context.cwd,path)||".",place={toPackage:(0,import_node_path.relative)(folder,packageDir),suiteFolder:shown(folder),packageFolder:shown(packageDir),version:context.version,harness},files=new Map(Object.entries(skillTemplate(tested,place)).map(([path,text])=>[(0,import_node_path.join)(folder,path),text]));files.set((0,import_node_path.join)(context.cwd,".github","workflows",`operant-${tested.name}.yml`),skillWorkflow(tested.name,place)),refuseExisting([...files.keys()].map(shown).filter(path=>(0,import_node_fs.existsSync)((0,import_node_path.join)(context.cwd,path)))),writable(shown(folder),"Name a folder of yours with --out.",()=>{for(let[path,text]of files)(0,import_node_fs.mkdirSync)((0,import_node_path.dirname)(path),{recursive:!0}),(0,import_node_fs.writeFileSync)(path,text,{flag:"wx"})});let suite2=`./${shown((0,import_node_path.join)(folder,`${tested.name}.yaml`))}`;digestSuite(context,suite2,!1);let{cases}=await qualify(context,suite2,[],!1);return{name:tested.name,written:[...files.keys()].map(shown).sort(),suite:suite2,thresholds:`./${shown((0,import_node_path.join)(folder,`${tested.name}.thresholds.yaml`))}`,package:shown(packageDir),harness:harness.id,tried:cases.reduce((sum,one)=>sum+one.tried,0)}}function refuseExisting(there){let[first]=there;if(first===void 0)return;let more=there.length>1?` and ${there.length-1} more`:"";throw new UsageError(`${first}${more} ${there.length>1?"are":"is"} there already`,"Nothing was written. Name another folder with --out, or remove what is in the way.")}async function harnessFor(context,id){let named=id===null?[...context.harnesses.values()]:[await chooseHarness(context,id)],[found]=named.flatMap(harness=>templateHarness(harness)??[]);if(found!==void 0)return found;throw new UsageError(`A workflow cannot install ${id??"any harness"} and hand it a key`,"Name another harness with --harness; operant doctor lists them.")}function templateHarness({id,probe,login}){let install=/^npm install --global \S+[^\s,]/.exec(probe.install)?.[0],[keyVariable]=login.keyVariables;return install===void 0||keyVariable===void 0?null:{id,install,keyVariable}}export{initSkill};
