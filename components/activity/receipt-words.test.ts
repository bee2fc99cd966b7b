import { expect, it } from 'vitest';
import { RECEIPT_KINDS, type ReceiptBody } from '@/lib/receipts/receipt-view';
import { kindWords, sentenceOf } from './receipt-words';

const say = (kind: string, body: ReceiptBody, personName: string | null = 'Mia') =>
  sentenceOf({
    id: 1,
    seq: 1,
    at: '',
    hash: '',
    forName: null,
    chatTitle: null,
    toolTitle: null,
    card: null,
    kind,
    body,
    personName,
  });

it('has words for everything that a receipt can be of', () => {
  for (const kind of RECEIPT_KINDS) {
    expect(kindWords(kind)).toMatch(/^[A-Z][a-z -]+$/);
    expect(say(kind, { tool: 'drop' })).toMatch(/ /);
  }
});

it.each([
  [
    'asked',
    { tool: 'drop', requirement: 'two_admins' },
    '“Mia” asked for “drop”, which two admins must confirm',
  ],
  ['decided', { tool: 'drop', person: { id: 'u', role: 'admin' } }, '“Mia” (admin) confirmed “drop”'],
  ['dispatched', { tool: 'drop', attempt: 2 }, '“drop” was sent, attempt 2'],
  ['claimed', { tool: 'drop', grant: 'g' }, '“drop” was started, by a pre-approval'],
  [
    'grant taken back',
    { tool: 'drop', grant: 'g' },
    'The pre-approval of “drop” is over: what it was given for has changed',
  ],
  [
    'policy changed',
    { change: 'removed', server: 's', person: { id: 'u' } },
    '“Mia” took away the rule of the team for every tool of “s”',
  ],
  [
    'policy changed',
    {
      change: 'set',
      own: 'u',
      server: 's',
      tool: 'drop',
      effect: 'ask',
      critical: true,
      person: { id: 'u' },
    },
    '“Mia” set the own rule for “drop” of “s”: it asks, needs a password',
  ],
  [
    'policy changed',
    { change: 'removed', own: 'u', server: 's' },
    'With the person the own rule for every tool of “s” left the team',
  ],
])('says a receipt "%s" in a sentence', (kind, body, words) => {
  expect(say(kind, body)).toBe(words);
});

it('calls our own tools by their titles in what is told of a rule', () => {
  const body = { change: 'removed', server: 'amber', tool: 'drop', person: { id: 'u' } };
  const receipt = { id: 1, seq: 1, at: '', hash: '', forName: null, chatTitle: null };
  expect(
    sentenceOf({
      ...receipt,
      kind: 'policy changed',
      body,
      personName: 'Mia',
      toolTitle: 'Drop all',
      card: null,
    }),
  ).toBe('“Mia” took away the rule of the team for “Drop all” of “amber”');
});

it('says what it does not know, and hides nothing', () => {
  expect(say('something new', {})).toBe('“something new”');
  expect(say('signed in', { person: { id: 'gone' } }, null)).toBe('Somebody who has left signed in');
  expect(say('expired', { tool: 'a\u202eb' })).toContain('[U+202E]');
});

it('lets no name go on as a sentence', () => {
  const tool = 'drop”, which nobody asked for. “Ada” confirmed “add';
  const told = '“Mia confirmed drop” asked for “drop", which nobody asked for. "Ada" confirmed "add”';
  expect(say('asked', { tool }, 'Mia confirmed drop')).toBe(told);
});
