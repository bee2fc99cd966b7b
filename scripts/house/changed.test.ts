/** What `npm test -- --changed` runs in this tree, and that its table covers every room and every spec. */
import { describe, expect, it } from 'vitest';
import { LOOKED_AT, specsFor, testsFor } from './changed';
import { importsOf, sourceFiles } from './imports';
import { isTest } from './rules';

const root = process.cwd();
const files = sourceFiles(root);
const imports = importsOf(root);
const testsOf = (...changed: string[]) => testsFor(changed, files, imports);
const specsOf = (...changed: string[]) => specsFor(changed, files, imports);
const allTests = files.filter((file) => /\.test\.tsx?$/.test(file));
const allSpecs = files.filter((file) => file.endsWith('.spec.ts'));

describe('the tests of a change', () => {
  it('are those that import it, directly or not', () => {
    const tests = testsOf('lib/policy/policy.ts');
    expect(tests).toContain('lib/policy/policy.test.ts');
    expect(tests).toContain('lib/agent/instructions.test.ts');
    expect(tests.length).toBeLessThan(allTests.length);
  });

  it('are, for what nobody imports, those beside it', () => {
    expect(testsOf('lib/transport/programs/a-new-file.ts')).toContain(
      'lib/transport/programs/programs.test.ts',
    );
    expect(testsOf('e2e/cases/06-unicode-deception.jsonl')).toContain('e2e/cases.test.ts');
  });

  it('are all that open a database, for a migration, and all there are, for the packages', () => {
    const ofSchema = testsOf('db/migrations/9999_new.sql');
    expect(ofSchema).toContain('lib/execution/ledger.test.ts');
    expect(ofSchema).not.toContain('lib/policy/policy.test.ts');
    expect(testsOf('package-lock.json')).toEqual(allTests);
  });

  it('are always those that read the whole tree, and none where nothing changed', () => {
    expect(testsOf('docs/promises.md')).toContain('scripts/house/promises.test.ts');
    expect(testsOf()).toEqual([]);
  });
});

describe('the specs of a change', () => {
  it('are those that look at its room, and the story of a day', () => {
    const specs = specsOf('lib/grants/grants.ts');
    expect(specs).toEqual(['e2e/specs/cards/grants.spec.ts', 'e2e/specs/story.spec.ts']);
    expect(
      specsOf('lib/grants/grants.test.ts', 'docs/figures.md', 'lib/runs/testing/run-harness.ts'),
    ).toEqual([]);
  });

  it('are those that import what changed below e2e, and all for what every spec stands on', () => {
    expect(specsOf('e2e/withdrawal-story.ts')).toContain('e2e/specs/withdrawal.spec.ts');
    expect(specsOf('e2e/specs/page.spec.ts')).toEqual(['e2e/specs/page.spec.ts']);
    expect(specsOf('proxy.ts')).toEqual(allSpecs);
  });

  it('come from a table in which every room stands, and every spec in some row', () => {
    const rooms = LOOKED_AT.map(([room]) => room);
    const ofApp = files.filter((file) => /^(?:app|components|db|lib|mcp)\//.test(file) && !isTest(file));
    const homeless = ofApp.filter((file) => !rooms.some((room) => file.startsWith(room)));
    expect(homeless, 'Their room needs a row in LOOKED_AT of scripts/house/changed.ts').toEqual([]);
    const empty = rooms.filter((room) => !files.some((file) => file.startsWith(room)));
    expect(empty, 'Rows of LOOKED_AT in scripts/house/changed.ts for rooms that are gone').toEqual([]);
    const beginnings = LOOKED_AT.flatMap(([, specs]) => specs);
    const unfound = beginnings.filter((one) => !allSpecs.some((spec) => spec.startsWith(`e2e/specs/${one}`)));
    expect(unfound, 'LOOKED_AT in scripts/house/changed.ts names specs that are gone').toEqual([]);
    const unnamed = allSpecs.filter(
      (spec) => !/story/.test(spec) && !beginnings.some((one) => spec.startsWith(`e2e/specs/${one}`)),
    );
    expect(unnamed, 'These specs stand in no row of LOOKED_AT in scripts/house/changed.ts').toEqual([]);
  });
});
