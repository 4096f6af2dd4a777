import { testInterrupted, testShards, testTorn } from './helpers/interrupt.ts';

testInterrupted('slow');
testTorn('slow');
testShards();
