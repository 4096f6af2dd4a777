/** Decodes the records below a folder and prints what that took. A program of its own, so that its memory is its own. */
import { HARNESSES } from '../../harnesses/index.ts';
import { nativeFilesOf } from '../../runner/native-files.ts';

const [, , folder = '', id = ''] = process.argv;
const harness = HARNESSES.get(id);
if (harness === undefined) throw new Error(`no harness ${id}`);
const started = performance.now();
const { observations, problems } = harness.decode(nativeFilesOf(folder));
const wallMs = performance.now() - started;
// What Node calls kilobytes are 1024 bytes each.
const bytes = process.resourceUsage().maxRSS * 1024;
process.stdout.write(JSON.stringify({ bytes, wallMs, observations: observations.length, problems: problems.length }));
