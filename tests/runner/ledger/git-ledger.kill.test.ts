import { testGitKills } from '../../helpers/git-kills.ts';

testGitKills('quick');
