import { testEmbeddedAgents } from './helpers/embedded-agents.ts';

testEmbeddedAgents('slow');
