import { expect, it } from 'vitest';
import { suggestionsFor } from './suggestions';

const NOW = new Date('2026-01-15T10:00:00.000Z');

it('offers everybody four things, and a viewer only what reads', () => {
  expect(suggestionsFor('member', true, NOW).map(({ risk }) => risk)).toEqual([
    'read-only',
    'write',
    'read-only',
    'destructive',
  ]);
  expect(suggestionsFor('viewer', true, NOW).map(({ risk }) => risk)).toEqual(Array(4).fill('read-only'));
});

it('names nobody of the demo company where there is none', () => {
  for (const role of ['viewer', 'member', 'admin'] as const) {
    expect(suggestionsFor(role, false, NOW).filter(({ text }) => text.includes('Halden'))).toEqual([]);
  }
});

it('compares this month with the one before, over the turn of the year', () => {
  expect(suggestionsFor('member', true, NOW)[2]?.text).toContain('December and January');
});
