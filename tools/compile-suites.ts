/** Compiles every shipped suite to JSON, so that the command line starts without a YAML parser. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ShippedSuite } from '../records/shipped.ts';
import { Qualified } from '../records/suite.ts';
import { Thresholds } from '../records/thresholds.ts';
import { readSuiteFile, readYamlFile } from '../runner/suite-files.ts';

/** data/suites/<id>.json for each corpus/suites/*.yaml of the tree under `root`. Throws when one is not valid. */
export function compileSuites(root: string): ReadonlyMap<string, string> {
  const folder = join(root, 'corpus', 'suites');
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.yaml')) : [];
  return new Map(
    names.sort().map((name) => {
      const suite = readSuiteFile(join(folder, name), `corpus/suites/${name}`);
      const own = new Set(suite.cases.map((task) => task.digest));
      const record = qualifiedOf(root);
      const shipped: ShippedSuite = {
        schema: 'operant.shipped-suite/v1',
        suite,
        qualified: {
          ...record,
          cases: Object.fromEntries(Object.entries(record.cases).filter(([digest]) => own.has(digest))),
        },
        thresholds: thresholdsOf(root, suite.id),
      };
      return [`suites/${suite.id}.json`, `${JSON.stringify(ShippedSuite.parse(shipped))}\n`];
    }),
  );
}

function qualifiedOf(root: string): Qualified {
  const path = join(root, 'corpus', 'qualified.json');
  if (!existsSync(path)) return { schema: 'operant.qualified/v1', cases: {} };
  return Qualified.parse(JSON.parse(readFileSync(path, 'utf8')));
}

function thresholdsOf(root: string, id: string): Thresholds | null {
  const path = join(root, 'thresholds', `${id}.yaml`);
  return existsSync(path) ? readYamlFile(path, `thresholds/${id}.yaml`, Thresholds, 'thresholds') : null;
}
