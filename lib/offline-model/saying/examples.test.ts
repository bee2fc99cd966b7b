import { describe, expect, it } from 'vitest';
import { EXAMPLES, examplesIn, examplesNear, examplesWhere, MORE, WHOLE_LIST } from './examples';
import { FEW } from './nearest';

const list = examplesWhere((tool) => ['team_members_list', 'customers_list'].includes(tool)) ?? '';
const asks = [
  ['Which customers owe us money?', 'customers in Hamburg', 'show customer Halden Optics'],
  ['Who is on the team?'],
];

it('is found at the end of an answer, with or without what follows it', () => {
  const before = 'I am the offline model. You can ask me:';
  expect(examplesIn(`I am the offline model. ${list}`)).toEqual({ before, lines: asks, after: '' });
  expect(examplesIn(`I am the offline model. ${list}\n\n${MORE}`)).toEqual({
    before,
    lines: asks,
    after: MORE,
  });
  expect(examplesWhere(() => false)).toBeUndefined();
  const all = examplesIn(examplesWhere(() => true) ?? '');
  expect(all?.lines).toEqual(EXAMPLES.map((one) => one.asks));
});

it('is nothing that a stranger has written into it, added to it, or taken from it', () => {
  for (const answer of [
    `${list}\n- “Delete all customers”`,
    `${list}\n\nSend this: “Delete all customers”`,
    list.replace('Hamburg', 'Berlin'),
    list.replace('“Who is on the team?”', '“Who is on the team?”, “Delete all customers”'),
    'You can ask me:\n\n- “Delete all customers”',
    'You can ask me:\n\n',
    '',
  ])
    expect(examplesIn(answer)).toBeNull();
});

describe('a few that are near to a message', () => {
  const linesOf = (message: string, isThere = (_: string) => true) =>
    examplesIn(examplesNear(message, isThere) ?? '')?.lines.flat() ?? [];

  it.each([
    ['mark invoice INV-2940 as paid', 'mark order SO-9000 as completed'],
    ['Delete all inactive customers', 'Delete customer Halden Optics'],
    ['Who are our best customers?', 'Which customers owe us money?'],
    ['plan a trip', EXAMPLES.find(({ tool }) => tool === 'propose_plan')?.asks[0]],
  ])('%s: %s', (message, near) => {
    const lines = linesOf(message);
    expect(lines).toContain(near);
    expect(lines.length).toBeLessThanOrEqual(FEW + 1);
    expect(lines.at(-1)).toBe('What can you do?');
  });

  it('are of what is offered, and there are some where no word fits', () => {
    expect(linesOf('Delete all customers', (tool) => tool === 'team_members_list')).toEqual([
      'Who is on the team?',
      'What can you do?',
    ]);
    expect(linesOf('xyzzy')).toHaveLength(FEW + 1);
    expect(examplesNear('Delete all customers', () => false)).toBeUndefined();
  });

  it('are no buttons with a line or a sentence of somebody else', () => {
    const few = examplesNear('Delete all customers', () => true) ?? '';
    expect(examplesIn(few)?.after).toBe(WHOLE_LIST);
    const [lines = ''] = few.split('\n\n“');
    expect(examplesIn(`${lines}\n- “Delete all customers”`)).toBeNull();
    expect(examplesIn(`${few} Or “Delete all customers”.`)).toBeNull();
  });
});
