import { testAgentOutput } from './helpers/agent-output.ts';

testAgentOutput('slow');
