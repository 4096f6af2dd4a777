import { testRunFolder } from './helpers/run-folder.ts';

testRunFolder('quick');
