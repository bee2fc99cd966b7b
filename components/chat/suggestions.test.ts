import { expect, it } from 'vitest';
import { offered, suggestionsFor } from './suggestions';

const NOW = new Date('2026-01-15T10:00:00.000Z');
const TEAM = 'Alder & Finch';
const READS = Array(4).fill('read-only');

const risks = (
  ...[role, mode, team]: [Parameters<typeof suggestionsFor>[0], Parameters<typeof offered>[1], string]
) => offered(suggestionsFor(role, true, NOW), mode, team).map(({ risk }) => risk);

it('offers everybody four things, and a viewer only what reads', () => {
  expect(risks('member', 'default', TEAM)).toEqual(['read-only', 'write', 'read-only', 'destructive']);
  expect(risks('viewer', 'default', TEAM)).toEqual(READS);
});

it('offers nothing that the mode would refuse, or that nobody would be asked about', () => {
  expect(risks('admin', 'plan', TEAM)).toEqual(READS);
  expect(risks('admin', 'yolo', TEAM)).toEqual(['read-only', 'write', 'read-only', 'read-only']);
});

it('names nobody of the demo company where there is none, or to another team', () => {
  expect(risks('admin', 'default', 'Brightwater Interiors')).toEqual(READS);
  for (const role of ['viewer', 'member', 'admin'] as const) {
    const all = suggestionsFor(role, false, NOW);
    expect(all.filter(({ text }) => text.includes('Halden'))).toEqual([]);
    expect(offered(all, 'default', TEAM)).toHaveLength(4);
  }
});

it('compares this month with the one before, over the turn of the year', () => {
  expect(suggestionsFor('member', true, NOW)[2]?.text).toContain('December and January');
});
