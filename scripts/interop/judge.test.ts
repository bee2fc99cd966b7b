import { describe, expect, test } from 'vitest';
import { judgeClient } from './judge-client';
import { judgeServer } from './judge-server';
import { clientSpecs, nameOf, type ServerSpec, serverSpecs, slugOf } from './specs';
import type { ClientRow } from './try-client';
import type { ServerRow } from './try-server';

const spec: ServerSpec = {
  package: 'a@1.0.0',
  calls: [{ tool: 'shoot', input: {}, ends: 'success', has: 'taken', media: 'image' }],
};
const call: ServerRow['calls'][number] = {
  tool: 'shoot',
  outcome: 'success',
  text: 'Taken.',
  told: 'Taken.',
  asked: true,
  described: 100,
  words: 100,
  page: ['image'],
  model: ['input_image'],
  progress: 0,
  ms: 5,
};
const row: ServerRow = {
  name: 'a@1.0.0',
  reference: 2,
  amber: 2,
  hints: [0, 0, 0, 2],
  runs: 0,
  asks: 2,
  calls: [call],
  leaks: 0,
};
const verdict = (changes: Partial<ServerRow>, of = spec) => judgeServer(of, { ...row, ...changes });

describe('a row of a server', () => {
  test('is clean when all is as it should be, or shows what is the server\u2019s own', () => {
    expect(verdict({})).toMatchObject({ verdict: 'clean', words: [] });
    expect(verdict({}, { ...spec, own: 'marks no error' })).toMatchObject({ verdict: 'server' });
  });

  test('a fault of Amber\u2019s is never hidden behind one of the server\u2019s', () => {
    const of = { ...spec, own: 'marks no error' };
    expect(verdict({ calls: [{ ...call, model: [] }] }, of)).toMatchObject({
      verdict: 'fault',
      words: ['shoot: the model got no picture'],
    });
  });

  test.each<[string, Partial<ServerRow>]>([
    ['lists 1 of 2 tools', { amber: 1 }],
    ['lists no tools', { amber: null, reason: 'gone' }],
    ['a secret', { leaks: 1 }],
    ['not called', { calls: [] }],
    ['without a card', { calls: [{ ...call, asked: false }] }],
    ['ends as unknown', { calls: [{ ...call, outcome: 'unknown' }] }],
    ['ends as nothing', { calls: [{ ...call, outcome: null }] }],
    ['says only', { calls: [{ ...call, text: 'Something' }] }],
    ['10 of 100 characters', { calls: [{ ...call, described: 10 }] }],
    ['the page has no image', { calls: [{ ...call, page: [] }] }],
    ['took more', { broken: 'took more than 8 minutes' }],
  ])('%s', (words, changes) => {
    const judged = verdict(changes);
    expect(judged.verdict).toBe('fault');
    expect(judged.words.join()).toContain(words);
  });

  test('tools for a page of the server\u2019s own need not be listed', () => {
    expect(verdict({ amber: 1, forPage: 1 })).toMatchObject({ verdict: 'clean' });
  });

  test('one that lists in no client must say why', () => {
    const cannot = { package: 'a@1.0.0', cannot: 'econnrefused' };
    const without = { amber: null, reference: null, calls: [] };
    expect(verdict({ ...without, reason: 'connect ECONNREFUSED' }, cannot)).toMatchObject({
      verdict: 'clean',
    });
    expect(verdict({ ...without, reason: 'it ended' }, cannot)).toMatchObject({ verdict: 'fault' });
  });

  test('one that was not installed is no clean one', () => {
    expect(verdict({ missing: 'not installed' })).toMatchObject({ verdict: 'not tried' });
  });
});

describe('a row of a client', () => {
  const client = { package: 'b@1.0.0', driver: 'b', kind: 'library' } as const;
  const steps: ClientRow['steps'] = { list: 'ok', read: 'ok', write: 'ok', confirmed: 'ok', cancelled: 'ok' };
  const judged = (changes: Partial<ClientRow>) =>
    judgeClient(client, { name: 'b', tools: 29, steps, ...changes });

  test('is whole when all five parts went well, however long the person took', () => {
    expect(judged({})).toMatchObject({ verdict: 'clean', isWhole: true });
    expect(judged({ steps: { ...steps, slow: 'gives up, nothing runs' } })).toMatchObject({
      verdict: 'clean',
      isWhole: true,
    });
    expect(judged({ steps: { list: 'ok' } })).toMatchObject({ isWhole: false });
  });

  test('what ran for nobody is Amber\u2019s fault, what it cannot do is its own', () => {
    expect(judged({ steps: { ...steps, withdrawn: 'FAULT: it ran all the same' } })).toMatchObject({
      verdict: 'fault',
    });
    expect(judged({ steps: { ...steps, cancelled: 'client: it was told nothing' } })).toMatchObject({
      verdict: 'client',
      isWhole: false,
    });
    expect(judgeClient(client, undefined)).toMatchObject({ verdict: 'not tried', isWhole: false });
  });
});

describe('the rows as they stand', () => {
  test('are pinned, have names of their own and expectations that can be read', () => {
    for (const specs of [serverSpecs(), clientSpecs()]) {
      const names = specs.map((one) => slugOf(nameOf(one)));
      expect(new Set(names).size).toBe(names.length);
    }
    for (const { package: name, calls = [], cannot = '' } of serverSpecs()) {
      expect(name).toMatch(/.@\d+\.\d+\.\d+/);
      for (const { has = '' } of calls) expect(() => new RegExp(`${has}|${cannot}`)).not.toThrow();
    }
  });

  test('are as many as were promised', () => {
    expect(new Set(serverSpecs().map((one) => one.package)).size).toBeGreaterThanOrEqual(60);
    expect(serverSpecs().filter(({ isNew }) => isNew).length).toBeGreaterThanOrEqual(15);
    expect(clientSpecs().filter(({ story }) => story !== 'none').length).toBeGreaterThanOrEqual(16);
  });
});
