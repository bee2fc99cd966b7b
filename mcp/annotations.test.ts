/** Every combination of the hints against an independent table, and real servers' tools as they declare themselves. */
import { describe, expect, test } from 'vitest';
import { caseFile, casesOf } from '@/e2e/cases';
import { DESTRUCTIVE, READ_ONLY, type Risk, resolve, riskOf, WRITE } from './annotations';

type Hint = boolean | undefined;
interface Declared {
  readOnlyHint?: boolean;
  destructiveHint?: boolean;
  idempotentHint?: boolean;
  openWorldHint?: boolean;
}

const VALUES: Hint[] = [undefined, true, false];
const ALL_81 = VALUES.flatMap((readOnly) =>
  VALUES.flatMap((destructive) =>
    VALUES.flatMap((idempotent) =>
      VALUES.map((openWorld) => ({ readOnly, destructive, idempotent, openWorld })),
    ),
  ),
);

/** Absent hints are omitted, as a server omits them. */
function declare(hints: (typeof ALL_81)[number]): Declared {
  const entries = [
    ['readOnlyHint', hints.readOnly],
    ['destructiveHint', hints.destructive],
    ['idempotentHint', hints.idempotent],
    ['openWorldHint', hints.openWorld],
  ].filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries);
}

/** The risk written down case by case: `readOnlyHint`, then `destructiveHint`. */
const RISK: Record<string, Record<string, Risk>> = {
  true: { true: 'destructive', false: 'read-only', undefined: 'read-only' },
  false: { true: 'destructive', false: 'write', undefined: 'destructive' },
  undefined: { true: 'destructive', false: 'write', undefined: 'destructive' },
};

const NOTHING_DECLARED = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: false,
  openWorldHint: true,
};

test('there are 81 combinations', () => {
  expect(new Set(ALL_81.map((hints) => JSON.stringify(declare(hints)))).size).toBe(81);
});

describe.each(ALL_81)(
  'read-only $readOnly, destructive $destructive, idempotent $idempotent, open world $openWorld',
  (hints) => {
    test('of a trusted server count', () => {
      const resolved = resolve(declare(hints), true);
      expect(riskOf(resolved)).toBe(RISK[String(hints.readOnly)]?.[String(hints.destructive)]);
      expect(resolved.readOnlyHint).toBe(hints.readOnly === true);
      expect(resolved.idempotentHint).toBe(hints.idempotent === true);
      expect(resolved.openWorldHint).toBe(hints.openWorld !== false);
    });

    test('of an untrusted server do not', () => {
      const resolved = resolve(declare(hints), false);
      expect(resolved).toEqual(NOTHING_DECLARED);
      expect(riskOf(resolved)).toBe('destructive');
    });
  },
);

const NO_BOOLEANS = [null, 'true', 'false', 1, 0, [], [true], {}, Number.NaN, ''];

test.each(NO_BOOLEANS)('%j counts as absent', (value) => {
  const declared = {
    readOnlyHint: value,
    destructiveHint: value,
    idempotentHint: value,
    openWorldHint: value,
  };
  expect(resolve(declared, true)).toEqual(NOTHING_DECLARED);
  expect(riskOf(resolve({ ...declared, readOnlyHint: true }, true))).toBe('read-only');
  expect(riskOf(resolve({ ...declared, destructiveHint: false }, true))).toBe('write');
});

test.each([undefined, null, 'readOnlyHint', 7, true, []])(
  '%j as annotations is nothing declared',
  (declared) => {
    expect(resolve(declared, true)).toEqual(NOTHING_DECLARED);
  },
);

test('other spellings and inherited values do not count', () => {
  const lookAlike = { readonlyHint: true, ReadOnlyHint: true, read_only_hint: true, 'readOnlyHint ': true };
  expect(resolve(lookAlike, true)).toEqual(NOTHING_DECLARED);
  expect(resolve(Object.create({ readOnlyHint: true }), true)).toEqual(NOTHING_DECLARED);
});

test('the presets come to what their names say', () => {
  expect(riskOf(resolve(READ_ONLY, true))).toBe('read-only');
  expect(riskOf(resolve(WRITE, true))).toBe('write');
  expect(riskOf(resolve(DESTRUCTIVE, true))).toBe('destructive');
});

describe('real servers and hostile cases', () => {
  test('636 real tools come to 271 read-only, 42 write, 323 destructive', () => {
    const servers = JSON.parse(caseFile('real-annotations.json')) as {
      tools: { annotations?: unknown }[];
    }[];
    const count = { 'read-only': 0, write: 0, destructive: 0 };
    for (const tool of servers.flatMap((server) => server.tools)) {
      count[riskOf(resolve(tool.annotations, true))] += 1;
    }
    expect(count).toEqual({ 'read-only': 271, write: 42, destructive: 323 });
  });

  test('the gate of the annotation cases is ours', () => {
    const families = ['annotation-matrix', 'annotation-malformed', 'annotation-lookalike'];
    const cases = casesOf('07-annotations').filter(({ family }) => families.includes(family));
    expect(cases.filter(({ family }) => family === 'annotation-matrix')).toHaveLength(42);
    for (const { id, annotations, expect: expected } of cases) {
      const asks = (trusted: boolean) => !trusted || riskOf(resolve(annotations, trusted)) === 'destructive';
      const gate = { untrusted: asks(false), trusted: asks(true) };
      expect({ id, gate }).toEqual({ id, gate: expected?.gate });
    }
  });
});
