import { testEmbeddedAgents, testForks } from './helpers/embedded-agents.ts';

testEmbeddedAgents('quick');
testForks();
