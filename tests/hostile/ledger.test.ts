import { testLedger } from './helpers/ledger.ts';

testLedger('quick');
