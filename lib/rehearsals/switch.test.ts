/** Whatever the model's arguments contain: a rehearsal sends our switch, and nothing else that could pass for it. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testDatabases } from '@/db/testing/databases';
import { plainName } from '@/lib/tools/rehearsal-input';
import { Shop } from './testing/shop';

type Given = Record<string, unknown>;

/** Other names for `dryRun`. */
const NAMES = [
  ...[
    'dryrun',
    'DryRun',
    'DRYRUN',
    'dRyRuN',
    'dry_run',
    'DRY_RUN',
    'dry-run',
    'Dry-Run',
    'dry.run',
    'dry run',
    ' dryRun',
  ],
  ...[
    'dryRun ',
    '\tdryRun',
    'dryRun\n',
    'dryRun\u0000',
    '\u0000dryRun',
    'dry\u200bRun',
    '\ufeffdryRun',
    'dryRun\u200d',
  ],
  ...[
    'dry\u00adRun',
    '\u202edryRun',
    'dryRun\u2060',
    'ｄｒｙＲｕｎ',
    'dry\u0301Run',
    '𝐝𝐫𝐲𝐑𝐮𝐧',
    'ⓓⓡⓨⓡⓤⓝ',
    'dryＲun',
  ],
  ...[
    'dryRun[]',
    'dryRun[0]',
    'dryRun.value',
    '[dryRun]',
    '"dryRun"',
    "'dryRun'",
    '`dryRun`',
    '$dryRun',
    '@dryRun',
    '_dryRun',
  ],
  ...[
    '--dry-run',
    '--dryRun',
    '-dryRun',
    '/dryRun',
    'dryRun=false',
    'dryRun:false',
    'dryRun;',
    'dryRun?',
    '!dryRun',
    'dryRun%00',
  ],
  ...[
    'args.dryRun',
    'arguments[dryRun]',
    '{dryRun}',
    'dry%52un',
    'dry\\u0052un',
    'dr\u0443Run',
    'd\u0433yRun',
    'dryRun\u0301',
  ],
  ...[
    'noDryRun',
    'no_dry_run',
    'nodryrun',
    'isDryRun',
    'dryRunFalse',
    'notDryRun',
    'realRun',
    'force',
    'execute',
    'confirm',
  ],
  ...[
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'hasOwnProperty',
    'ｄｒｙ＿ｒｕｎ',
    'dry\u2009run',
    'dry\u00b7run',
    'dry–run',
    'simulate',
    'mode[]',
    '__defineGetter__',
    'valueOf',
  ],
];
/** Its own name, with values that are not ours. */
const VALUES: unknown[] = [
  false,
  'false',
  0,
  null,
  '',
  [],
  [false],
  {},
  { value: false },
  'no',
  -0,
  ['dryRun', false],
  { valueOf: false },
];
/** In nested members that the tool accepts. */
const NESTED: Given[] = [
  ...[
    { options: { dryRun: false } },
    { options: { dry_run: false } },
    { options: { a: { b: { DRYRUN: false } } } },
  ],
  ...[
    { list: [{ dryRun: false }] },
    { list: [[[{ 'dry-run': false }]]] },
    { options: { constructor: { dryRun: false } } },
  ],
  ...[{ options: { prototype: {} } }, { options: { ｄｒｙＲｕｎ: false } }, { mode: { dryRun: false } }],
];
const SPELLINGS: [string, () => Given][] = [
  ...NAMES.map((name): [string, () => Given] => [
    `named ${JSON.stringify(name)}`,
    () => JSON.parse(`{${JSON.stringify(name)}:false}`),
  ]),
  ...VALUES.map((value): [string, () => Given] => [`as ${JSON.stringify(value)}`, () => ({ dryRun: value })]),
  ...NESTED.map((given): [string, () => Given] => [`as ${JSON.stringify(given)}`, () => given]),
  ['twice, false last', () => JSON.parse('{"dryRun":true,"dryRun":false}')],
  ['twice, true last', () => JSON.parse('{"dryRun":false,"dryRun":true}')],
  ['in a prototype', () => JSON.parse('{"options":{"__proto__":{"dryRun":false}}}')],
];

describe('the switch of a rehearsal', () => {
  let shop: Shop;
  let close: () => Promise<unknown>;
  beforeAll(async () => {
    const [pglite] = testDatabases;
    if (!pglite) throw new Error('There is no database.');
    const opened = await pglite.open();
    shop = await Shop.open(opened);
    shop.items = { a: { title: 'Alpha' } };
    await shop.rehearse();
    close = async () => {
      await shop.close();
      await opened.close();
    };
  });
  afterAll(() => close());
  beforeEach(() => {
    shop.items = { a: { title: 'Alpha' } };
    shop.came.length = 0;
  });

  it('there are more than a hundred ways', () => expect(SPELLINGS.length).toBeGreaterThan(100));

  it.each(SPELLINGS)('%s', async (_what, given) => {
    const { card } = await shop.ask({ id: 'a', ...given() });
    for (const { text, given: sent } of shop.came.filter(({ name }) => name === 'item_delete')) {
      expect(sent.dryRun).toBe(true);
      // Nothing beside it that a careless server might read instead.
      expect(text.match(/dry/gi)).toHaveLength(1);
      expect(Object.keys(sent).filter((name) => plainName(name) === 'dryrun')).toEqual(['dryRun']);
    }
    const status = card?.preview?.rehearsal?.status;
    expect(status === 'done' ? shop.deletions.length : 0).toBe(shop.deletions.length);
    expect([undefined, 'done', 'arguments']).toContain(status);
    expect(shop.items).toHaveProperty('a');
  });

  it('a model that asks for a rehearsal itself gets what it has asked for, and the card says so', async () => {
    const { card } = await shop.ask({ id: 'a', dryRun: true });
    expect(card?.preview?.rehearsal).toMatchObject({ status: 'done', isItself: true });
    await shop.harness.decide(card?.id ?? '', 'confirm');
    expect(shop.deletions).toEqual([
      { id: 'a', dryRun: true },
      { id: 'a', dryRun: true },
    ]);
    expect(shop.items).toHaveProperty('a');
  });

  it('a model that asks for none is rehearsed all the same, and runs as it was given', async () => {
    const { card } = await shop.ask({ id: 'a', dryRun: false });
    expect(card?.preview?.rehearsal).toMatchObject({ status: 'done' });
    expect(card?.preview?.rehearsal).not.toHaveProperty('isItself');
    await shop.harness.decide(card?.id ?? '', 'confirm');
    expect(shop.deletions).toEqual([
      { id: 'a', dryRun: true },
      { id: 'a', dryRun: false },
    ]);
    expect(shop.items).not.toHaveProperty('a');
  });
});
