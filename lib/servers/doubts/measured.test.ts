/**
 * The accuracy of the doubts, on 150 real tools that were labelled by hand before the rules were written
 * (`e2e/cases/README.md`). Real servers hardly ever lie in their hints, so each labelled tool is also given every
 * claim: a doubt on a true one costs people a question, a false one without a doubt runs without asking.
 */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { caseFile } from '@/e2e/cases';
import { type DoubtedHint, doubtsOf } from './doubts';

interface Label {
  server: string;
  name: string;
  readOnly: boolean | null;
  destructive: boolean | null;
  idempotent: boolean | null;
}
interface RealServer {
  server: string;
  tools: { name: string; annotations?: Record<string, unknown> }[];
}

const LABELS = JSON.parse(caseFile('hint-labels.json')) as Label[];
const SERVERS = JSON.parse(caseFile('real-annotations.json')) as RealServer[];

/** The most careless claims of a tool, and whether each is true of it; null: unknown. */
const CLAIMS: [DoubtedHint, Record<string, unknown>, (label: Label) => boolean | null][] = [
  ['readOnlyHint', { readOnlyHint: true }, (label) => label.readOnly],
  [
    'destructiveHint',
    { readOnlyHint: false, destructiveHint: false },
    ({ destructive }) => (destructive === null ? null : !destructive),
  ],
  ['idempotentHint', { readOnlyHint: false, idempotentHint: true }, (label) => label.idempotent],
];

interface Row {
  hint: string;
  claims: number;
  lies: number;
  doubted: number;
  right: number;
}

const doubted = (name: string, annotations: Record<string, unknown>) =>
  doubtsOf({ name, title: name, description: '', inputSchema: {}, annotations }).map(({ hint }) => hint);

/** As it is printed, and as it is in `docs/figures.md`. */
function measured(): string {
  const rows = CLAIMS.map(([hint, annotations, isTrue]): Row => {
    const known = LABELS.filter((label) => isTrue(label) !== null);
    const found = known.filter(({ name }) => doubted(name, annotations).includes(hint));
    const lies = known.filter((label) => isTrue(label) === false);
    const right = found.filter((label) => isTrue(label) === false);
    return { hint, claims: known.length, lies: lies.length, doubted: found.length, right: right.length };
  });
  const total = (key: Exclude<keyof Row, 'hint'>) => rows.reduce((sum, row) => sum + row[key], 0);
  const both = { doubted: total('doubted'), right: total('right') };
  const all = { hint: 'all', claims: total('claims'), lies: total('lies'), ...both };
  const line = (row: Row) =>
    [
      `  ${row.hint.padEnd(15)}`,
      ...[row.claims, row.lies, row.doubted, row.right].map((n) => String(n).padStart(7)),
      ...[row.right / row.doubted, row.right / row.lies].map((part) => part.toFixed(2).padStart(9)),
    ].join('  ');
  const real = SERVERS.flatMap(({ tools }) => tools);
  const inDoubt = real.filter(({ name, annotations }) => doubted(name, annotations ?? {}).length > 0);
  return [
    '                    claims    false  doubted  rightly  precision     recall',
    ...[...rows, all].map(line),
    `  as really declared: doubts at ${inDoubt.length} of ${real.length} tools${inDoubt.length > 0 ? `: ${inDoubt.map(({ name }) => name).join(', ')}` : ''}`,
  ].join('\n');
}

test('the labels are 150, of tools that are in the list, and none twice', () => {
  const known = new Set(SERVERS.flatMap(({ server, tools }) => tools.map(({ name }) => `${server} ${name}`)));
  const labelled = LABELS.map(({ server, name }) => `${server} ${name}`);
  expect(new Set(labelled).size).toBe(150);
  expect(labelled.filter((one) => !known.has(one))).toEqual([]);
});

test('precision and recall are those that are printed in docs/figures.md', () => {
  const text = measured();
  if (process.env.SHOW_FIGURES) console.info(text);
  expect(readFileSync('docs/figures.md', 'utf8')).toContain(text);
});
