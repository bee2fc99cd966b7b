/** Proposals from names alone, and that a server with many tools costs no more per tool. */
import { expect, it } from 'vitest';
import { READ_ONLY, type ResolvedAnnotations, WRITE } from '@/mcp/annotations';
import { recordProposals } from './mapping';

type Mapped = Parameters<typeof recordProposals>[0][number];

function tool(name: string, annotations: ResolvedAnnotations, ...required: string[]): Mapped {
  const properties = Object.fromEntries(required.map((one) => [one, { type: 'string' }]));
  const risk = annotations === READ_ONLY ? 'read-only' : 'write';
  return { name, risk, annotations, isForApp: false, inputSchema: { type: 'object', properties, required } };
}
const proposed = (changes: Mapped, ...readers: Mapped[]) => recordProposals(readers)(changes);

it('an argument is taken by its name, an id also by the name of what it is of', () => {
  const reads = tool('get_note', READ_ONLY, 'id');
  const shown = (from: string) => [{ tool: 'get_note', arguments: { id: `$input.${from}` } }];
  expect(proposed(tool('update_note', WRITE, 'id'), reads)).toEqual(shown('id'));
  expect(proposed(tool('update_note', WRITE, 'noteId', 'id'), reads)).toEqual(shown('id'));
  expect(proposed(tool('update_note', WRITE, 'text', 'note_id'), reads)).toEqual(shown('note_id'));
  expect(proposed(tool('update_note', WRITE, 'chartId'), reads)).toEqual([]);
  expect(proposed(tool('update_chart', WRITE, 'id'), reads)).toEqual([]);
  expect(proposed(tool('update_note', WRITE, '名'), tool('get_note', READ_ONLY, '号'))).toEqual([]);
  const byNote = tool('get_note', READ_ONLY, 'noteId', 'version');
  expect(proposed(tool('update_note', WRITE, 'id'), byNote)).toEqual([]);
  expect(proposed(tool('update_note', WRITE, 'id', 'version'), byNote)).toEqual([
    { tool: 'get_note', arguments: { noteId: '$input.id', version: '$input.version' } },
  ]);
  expect(proposed(tool('get_note', READ_ONLY, 'id'), reads)).toEqual([]);
});

it.each(['id', 'other'])(
  'a thousand tools about one thing are each looked at a few times (%s)',
  (argument) => {
    let looks = 0;
    const counted = (one: Mapped) =>
      new Proxy(one, {
        get(target, key) {
          if (key === 'name' || key === 'inputSchema') looks += 1;
          return Reflect.get(target, key);
        },
      });
    const all = Array.from({ length: 1_000 }, (_, at) =>
      counted(at % 2 === 1 ? tool('get_thing', READ_ONLY, argument) : tool('update_thing', WRITE, 'id')),
    );
    const proposals = recordProposals(all);
    const found = all.map((one) => proposals(one));
    expect(found.filter(({ length }) => length > 0)).toHaveLength(argument === 'id' ? 500 : 0);
    // Comparing every reader with every writer would take 250,000.
    expect(looks).toBeLessThan(30_000);
  },
);
