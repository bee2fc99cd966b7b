import { describe, expect, it } from 'vitest';
import { sampleApproval } from '../testing/sample-approval';
import { alikeGroups } from './alike-groups';
import { alikeTable } from './alike-table';

const call = (id: string, input: unknown, amount?: string) =>
  sampleApproval({
    id,
    input,
    shown: id.padEnd(64, '0'),
    server: 's',
    tool: 'pay',
    preview: { lines: [{ label: 'Sum', value: 'to be paid', ...(amount && { amount }) }] },
  });

const order = (calls: ReturnType<typeof call>[]) =>
  alikeTable(calls).calls.map(({ approval }) => approval.id);
const marksOf = (calls: ReturnType<typeof call>[], id: string) =>
  alikeTable(calls)
    .calls.find(({ approval }) => approval.id === id)
    ?.parts.map(({ mark, rows, lacks, lines }) => [
      mark,
      ...rows.map(({ path }) => path),
      ...lacks,
      ...lines.map(({ label }) => label),
    ]);

describe('the table of alike calls', () => {
  it('tells once what all share, and in each row what is its own', () => {
    const calls = ['a', 'b'].map((id) => call(id, { orderId: id, currency: 'EUR' }));
    const { rows, lines } = alikeTable(calls);
    expect([...rows.map(({ path }) => path), ...lines.map(({ label }) => label)]).toEqual([
      'currency',
      'Sum',
    ]);
    expect(marksOf(calls, 'b')).toEqual([['plain', 'orderId']]);
  });

  it('puts first what most of the others have otherwise', () => {
    const calls = ['a', 'b', 'c', 'd'].map((id) => call(id, { id, to: id === 'c' ? 'else@where' : 'us' }));
    expect(order(calls)).toEqual(['c', 'a', 'b', 'd']);
    expect(marksOf(calls, 'c')).toEqual([
      ['odd', 'to'],
      ['plain', 'id'],
    ]);
    expect(marksOf(calls, 'a')).toEqual([['plain', 'id', 'to']]);
  });

  it('counts an argument that is not given, and one that only one has', () => {
    const calls = [call('a', { id: 1 }), call('b', { id: 1, force: true }), call('c', { id: 1 })];
    expect(order(calls)[0]).toBe('b');
    expect(marksOf(calls, 'b')).toEqual([['odd', 'force']]);
    const lacking = [call('a', { n: 1 }), call('b', {}), call('c', { n: 1 })];
    expect(marksOf(lacking, 'b')).toEqual([['odd', 'n']]);
  });

  it('tells a text from the number that looks like it', () => {
    const calls = [call('a', { n: 1 }), call('b', { n: '1' }), call('c', { n: 1 })];
    expect(marksOf(calls, 'b')).toEqual([['odd', 'n']]);
  });

  it('where all differ, the largest amount comes first, and is marked where it is much more', () => {
    const calls = [call('a', {}, '90.00 EUR'), call('b', {}, '1,350.00 EUR'), call('c', {}, '120.00 EUR')];
    expect(order(calls)).toEqual(['b', 'c', 'a']);
    expect(marksOf(calls, 'b')).toEqual([['largest', 'Sum']]);
    const mixed = [call('a', {}, '90.00 EUR'), call('b', {}, '1,350.00 JPY'), call('c', {}, '120.00 EUR')];
    expect(order(mixed)).toEqual(['a', 'b', 'c']);
  });
});

describe('lines of a preview that go on with the one above', () => {
  const lines = (id: string, given: [label: string, value: string][]) =>
    sampleApproval({
      id,
      input: {},
      shown: id.padEnd(64, '0'),
      preview: { lines: given.map(([label, value]) => ({ label, value })) },
    });
  const ownOf = (calls: ReturnType<typeof lines>[]) =>
    alikeTable(calls).calls.map(({ parts }) =>
      parts.flatMap(({ lines }) => lines.map(({ label, value }) => `${label}: ${value}`)),
    );

  it('stay with it: what goes is not taken for what stays', () => {
    const keeps = lines('keeps', [
      ['Goes', 'A'],
      ['Stays', 'C'],
      ['', 'B'],
    ]);
    const drops = lines('drops', [
      ['Goes', 'A'],
      ['', 'B'],
      ['Stays', 'C'],
    ]);
    expect(ownOf([keeps, drops])).toEqual([['Stays: B'], ['Goes: B']]);
  });

  it('are told from lines that begin something, and from each other', () => {
    const one = lines('one', [
      ['Goes', 'A'],
      ['', 'B'],
      ['Goes', 'C'],
    ]);
    const other = lines('other', [
      ['Goes', 'A'],
      ['Goes', 'C'],
      ['', 'B'],
    ]);
    expect(ownOf([one, other])).toEqual([['Goes: B'], ['Goes: B']]);
    expect(ownOf([one, one])).toEqual([[], []]);
  });
});

describe('which cards are alike', () => {
  const two = (changes: Parameters<typeof sampleApproval>[0]) =>
    alikeGroups([call('a', {}), { ...call('b', {}), ...changes }], () => 'default').length;

  it('is two and more of one tool', () => {
    expect(two({})).toBe(1);
    expect(two({ tool: 'other' })).toBe(0);
    expect(two({ server: 'other' })).toBe(0);
  });

  it('leaves out what is looked at by itself, and what this person may not decide', () => {
    for (const changes of [
      { trusted: false },
      { critical: true },
      { requirement: 'two_admins' as const },
      { denied: true },
      { mayDecide: false },
      { status: 'confirmed' as const },
      { preview: { lines: [], plan: { steps: [] } } },
    ]) {
      expect(two(changes), JSON.stringify(changes)).toBe(0);
    }
    expect(alikeGroups([call('a', {}), call('b', {})], () => 'plan')).toEqual([]);
  });
});
