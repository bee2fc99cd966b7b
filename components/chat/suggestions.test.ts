import { expect, it } from 'vitest';
import { messagesOf } from '@/components/words/catalogue';
import { say } from '@/components/words/say';
import type { Effect } from '@/lib/policy/policy';
import { EXAMPLE, offered, suggestionsFor } from './suggestions';

const ENGLISH = { locale: 'en' as const, messages: messagesOf('en') };
const NOW = new Date('2026-01-15T10:00:00.000Z');
const READS = Array(4).fill('read-only');

const risks = (...[role, mode]: [Parameters<typeof suggestionsFor>[0], Parameters<typeof offered>[1]]) =>
  offered(suggestionsFor(role, true, ENGLISH, NOW), mode).map(({ risk }) => risk);

it('offers everybody four things, and a viewer only what reads', () => {
  expect(risks('member', 'default')).toEqual(['read-only', 'write', 'read-only', 'destructive']);
  expect(risks('viewer', 'default')).toEqual(READS);
});

it('offers nothing that the mode would refuse, or that nobody would be asked about', () => {
  expect(risks('admin', 'plan')).toEqual(READS);
  expect(risks('admin', 'yolo')).toEqual(['read-only', 'write', 'read-only', 'read-only']);
});

it('names no customer whom the team does not have', () => {
  for (const role of ['viewer', 'member', 'admin'] as const) {
    const all = suggestionsFor(role, false, ENGLISH, NOW);
    expect(all.filter(({ text }) => text.includes(EXAMPLE))).toEqual([]);
    expect(offered(all, 'default')).toHaveLength(4);
  }
});

it('asks an empty team about nothing that it does not have', () => {
  for (const role of ['viewer', 'member', 'admin'] as const) {
    const all = suggestionsFor(role, false, ENGLISH, NOW, undefined, true);
    expect(offered(all, 'default').map(({ text }) => text)).toEqual([
      'What can you do?',
      'Who is in our team?',
    ]);
  }
});

it('compares this month with the one before, over the turn of the year', () => {
  expect(suggestionsFor('member', true, ENGLISH, NOW)[2]?.text).toContain('December and January');
});

it('says whom the policy asks, and offers nothing that it forbids or that would delete unasked', () => {
  const told = (draft: Effect, deletion: Effect) =>
    suggestionsFor('member', true, ENGLISH, NOW, { draft, deletion }).flatMap(({ risk, effect }) =>
      risk === 'read-only' ? [] : [say(effect)],
    );
  expect(told('allow', 'ask')).toEqual(['Writes a draft', 'Asks you first']);
  expect(told('two_admins', 'ask_admin')).toEqual(['Asks two admins first', 'Asks an admin first']);
  expect(told('deny', 'allow')).toEqual([]);
});
