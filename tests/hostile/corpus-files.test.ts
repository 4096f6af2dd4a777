import { testCorpusFiles } from './helpers/corpus-files.ts';

testCorpusFiles('quick');
