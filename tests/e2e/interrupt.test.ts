import { testInterrupted, testLeftBehind, testTorn } from './helpers/interrupt.ts';

testInterrupted('quick');
testLeftBehind();
testTorn('quick');
