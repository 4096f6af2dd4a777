import { testDirectoryKills } from '../../helpers/directory-kills.ts';

testDirectoryKills('quick');
