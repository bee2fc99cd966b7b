import { expect, it } from 'vitest';
import { RECEIPT_KINDS, type ReceiptBody, SOUGHT_KINDS } from '@/lib/receipts/receipt-view';
import { kindWords, sentenceOf } from './receipt-words';

const say = (
  kind: string,
  body: ReceiptBody,
  personName: string | null = 'Mia',
  forName: string | null = null,
) =>
  sentenceOf({
    id: 1,
    seq: 1,
    at: '',
    hash: '',
    forName,
    chatTitle: null,
    toolTitle: null,
    card: null,
    kind,
    body,
    personName,
  });

it('has words for everything that a receipt can be of', () => {
  for (const kind of RECEIPT_KINDS) {
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
    '“Mia” removed the team’s rule for every tool of “s”',
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
    '“Mia” set a rule of their own for “drop” of “s”: it asks, needs a password',
  ],
  [
    'policy changed',
    { change: 'removed', own: 'u', server: 's' },
    'A personal rule for every tool of “s” ended: the person it belonged to has left the team',
  ],
])('says a receipt "%s" in a sentence', (kind, body, words) => {
  expect(say(kind, body)).toBe(words);
});

it('names each kind that can be looked for once, and one press of Confirm one kind', () => {
  const words = SOUGHT_KINDS.map(kindWords);
  for (const one of words) expect(one).toMatch(/^[A-Z][a-z -]+$/);
  expect(new Set(words).size).toBe(words.length);
  expect(words.filter((one) => /confirmed|approved$/i.test(one))).toEqual(['Confirmed', 'Pre-approved']);
});

it('says of a limit for whom it holds, and how much it is', () => {
  const money = { change: 'set', limit: 'money_month', whose: 'team', currency: 'EUR' };
  const hard = 1_250_000_000;
  expect(say('limit changed', { ...money, soft: null, hard })).toBe(
    '“Mia” set a limit for the whole team on spending per month: it stops at 1,250.00 EUR',
  );
  expect(say('limit changed', { ...money, soft: 200_000_000, hard })).toMatch(
    /: it warns at 200.00 EUR and stops at 1,250.00 EUR$/,
  );
  const one = { change: 'removed', limit: 'runs', whose: 'usr_1', soft: null, hard: null };
  expect(say('limit changed', one, 'Mia', 'Noor')).toBe(
    '“Mia” removed the limit for “Noor” on answers at once',
  );
  expect(say('limit changed', one)).toContain('for somebody who has left');
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
  ).toBe('“Mia” removed the team’s rule for “Drop all” of “amber”');
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
