import { expect, it } from 'vitest';
import { EXAMPLES, examplesIn, examplesWhere, MORE } from './examples';

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
