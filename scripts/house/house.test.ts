/** The architecture rules, checked on the sources themselves: imports, circles, file sizes. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findCircle, importsOf, sourceFiles, specifiersOf, withoutComments } from './imports';
import { OUTSIDE_THE_STORE } from './outside-the-store';
import { isTest, makesStatements, SHARED_MARK, STORE, violation } from './rules';

/** Per folder, tests not counted. */
const MOST_FILES = 25;

const root = process.cwd();
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const isShared = (file: string) => read(file).startsWith(SHARED_MARK);

const TELLS = /\b(?:announce|tell|tellHeard|tellPolicy|tellServers|notifier\.send)\(/;

/** Whether others would be notified of a change that may still be rolled back. */
function tellsWithin(source: string): boolean {
  return source
    .split('.transaction(')
    .slice(1)
    .some((rest) => {
      let depth = 1;
      const end = [...rest].findIndex((sign) => {
        depth += sign === '(' ? 1 : sign === ')' ? -1 : 0;
        return depth === 0;
      });
      return TELLS.test(rest.slice(0, end));
    });
}

describe('imports', () => {
  const imports = importsOf(root);

  it('finds the project\u2019s imports', () => {
    expect(imports.length).toBeGreaterThan(100);
    expect(imports).toContainEqual({ from: 'mcp/context.ts', to: 'db/client.ts' });
  });

  it('keeps to the table', () => {
    const broken = imports.flatMap((one) => {
      const why = violation(one, isShared);
      return why ? [`${one.from} -> ${one.to}: ${why}`] : [];
    });
    expect(
      broken,
      'Who may import whom is a table: LIB and its neighbours in scripts/house/rules.ts',
    ).toEqual([]);
  });

  it('has no circles, type imports counted', () => {
    expect(findCircle(imports)).toBeUndefined();
  });

  it('has no circles of rooms, which are folders two deep', () => {
    const room = (file: string) => file.split('/').slice(0, 2).join('/');
    const between = imports
      .filter(({ from, to }) => !isTest(from) && !isTest(to))
      .map(({ from, to }) => ({ from: room(from), to: room(to) }))
      .filter(({ from, to }) => from !== to);
    expect(between.length).toBeGreaterThan(100);
    expect(findCircle(between)).toBeUndefined();
  });

  it('leaves statements to the store, but for a list that only gets shorter', () => {
    const files = sourceFiles(root).filter((file) => file.startsWith('lib/') && !file.startsWith(STORE));
    const stating = files.filter((file) => !isTest(file) && makesStatements(specifiersOf(read(file))));
    expect(
      stating,
      'Statements belong in lib/store; what left its list goes from outside-the-store.ts',
    ).toEqual(OUTSIDE_THE_STORE.toSorted());
  });

  it('tells others only of what is committed', () => {
    const telling = sourceFiles(root).filter((file) => /^(?:app|lib)\//.test(file) && !isTest(file));
    const early = telling.filter((file) => tellsWithin(withoutComments(read(file))));
    expect(early, 'Tell others after the transaction: it may yet be rolled back').toEqual([]);
    expect(tellsWithin('await db.transaction(async (tx) => { (a); await announce(db, id); });')).toBe(true);
    expect(tellsWithin('tell(await db.transaction((tx) => change(tx, id))); announce(db, id);')).toBe(false);
  });

  it('would notice', () => {
    const never = () => false;
    expect(
      specifiersOf("import a from './a';\nexport * from '@/b';\nawait import('./c');\n// import './d';"),
    ).toEqual(['./a', '@/b', './c']);
    expect(violation({ from: 'db/client.ts', to: 'lib/env.ts' }, never)).toBeDefined();
    expect(violation({ from: 'lib/policy/policy.ts', to: 'lib/env.ts' }, never)).toBeDefined();
    expect(violation({ from: 'lib/approvals/decide.ts', to: 'lib/runs/drive.ts' }, never)).toBeDefined();
    expect(violation({ from: 'components/chat/message.tsx', to: 'lib/env.ts' }, never)).toBeDefined();
    expect(violation({ from: 'mcp/annotations.ts', to: 'mcp/scopes.ts' }, never)).toBeDefined();
    expect(violation({ from: 'app/page.tsx', to: 'mcp/tools/index.ts' }, never)).toBeDefined();
    expect(
      findCircle([
        { from: 'a', to: 'b' },
        { from: 'b', to: 'a' },
      ]),
    ).toEqual(['a', 'b', 'a']);
  });
});

describe('files', () => {
  it('have fewer than 300 lines', () => {
    const long = sourceFiles(root)
      .map((file) => ({ file, lines: read(file).split('\n').length - 1 }))
      .filter(({ lines }) => lines >= 300);
    expect(long, 'Take a part that has a name of its own out into a file beside it').toEqual([]);
  });

  it('stand in folders of at most 25, tests not counted', () => {
    const counts = new Map<string, number>();
    for (const file of sourceFiles(root).filter((one) => !isTest(one) || one.includes('/testing/'))) {
      const folder = file.split('/').slice(0, -1).join('/');
      counts.set(folder, (counts.get(folder) ?? 0) + 1);
    }
    const full = [...counts].filter(([, count]) => count > MOST_FILES);
    expect(full, 'Put files that belong together into a folder of their own').toEqual([]);
  });

  it('put others in the place of modules only where each test file has a process of its own', () => {
    const mocking = sourceFiles(root).filter((file) => /\bvi\.(?:mock|doMock)\(/.test(read(file)));
    expect(mocking.length).toBeGreaterThan(5);
    const shared = mocking.filter((file) => !/^(?:app|components)\//.test(file));
    expect(shared, 'These share their process with others: hand the part in instead of mocking it').toEqual(
      [],
    );
  });

  it('hold no way around the type checker without a reason', () => {
    const loose = sourceFiles(root).filter((file) => {
      const source = read(file);
      return (
        /:\s*any\b|\bas any\b|<any>/.test(withoutComments(source)) || /@ts-(?:ignore|nocheck)/.test(source)
      );
    });
    const ours = loose.filter((file) => !file.startsWith('scripts/house/'));
    expect(
      ours,
      'Instead of `any` say `unknown` and narrow it; of @ts-ignore nothing is let through',
    ).toEqual([]);
  });
});
