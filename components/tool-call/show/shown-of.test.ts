import { describe, expect, it } from 'vitest';
import { isShowing } from './showing';
import { shownOf } from './shown-of';

const ROWS = [
  { name: 'a', total: '1.00', currency: 'EUR', note: 'x' },
  { name: 'b', total: '2.00', currency: 'EUR', note: 'y' },
];
const output = (structuredContent: unknown) => ({ content: [], structuredContent });

describe('what a call shows', () => {
  it('is a chart of the columns that were named, and says whose figures they are', () => {
    const shown = shownOf(
      output({
        show: 'chart',
        kind: 'share',
        values: ['total'],
        title: 'Owing',
        rows: ROWS,
        from: { server: 'crm', title: 'Sums', trusted: false },
      }),
    );
    expect(shown).toMatchObject({
      show: 'chart',
      title: 'Owing',
      wish: { kind: 'share', values: ['total'] },
      from: { server: 'crm', title: 'Sums', trusted: false },
    });
  });

  it('is a table of the columns that were named, in their order, the others a press away', () => {
    const shown = shownOf(output({ show: 'table', columns: ['total', 'name'], rows: ROWS, from: {} }));
    expect(shown?.table.columns.map(({ label, place }) => [label, place])).toEqual([
      ['Total', 'first'],
      ['Name', 'last'],
    ]);
    expect(shown?.table.others.map(({ label }) => label)).toEqual(['Note']);
  });

  it.each([
    [null],
    ['text'],
    [{ content: [], isError: true, structuredContent: { rows: ROWS } }],
    [output({ rows: 'x' })],
    [output({ rows: [1, 2] })],
    [output({ rows: [] })],
  ])('is nothing: %j', (value) => {
    expect(shownOf(value)).toBeNull();
  });

  it('takes no kind and no columns that there are not', () => {
    const shown = shownOf(
      output({
        show: 'chart',
        kind: '<script>',
        columns: ['__proto__'],
        values: [1],
        rows: ROWS,
        from: null,
      }),
    );
    expect(shown?.wish).toEqual({ kind: undefined, label: undefined, values: [] });
    expect(shown?.table.columns.length).toBeGreaterThan(1);
  });

  it('comes from the app alone, never from a server that calls itself so', () => {
    expect(isShowing({ server: 'Amber', tool: 'show_chart', trusted: true })).toBe(true);
    for (const other of [
      { server: 'amber', tool: 'show_chart', trusted: true },
      { server: 'Amber', tool: 'show_chart', trusted: false },
      { server: 'Amber', tool: 'search_tools', trusted: true },
    ])
      expect(isShowing(other)).toBe(false);
  });
});
