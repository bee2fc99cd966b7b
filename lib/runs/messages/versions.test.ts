import { describe, expect, it } from 'vitest';
import { namesOf, versionsOf } from './versions';

describe('versions of a message', () => {
  it.each([
    [
      ['show open invoices', 'show paid invoices'],
      ['\u2026open invoices', '\u2026paid invoices'],
    ],
    [
      ['hi', 'hello'],
      ['hi', 'hello'],
    ],
    [
      ['show invoices', 'show invoices of May'],
      ['show invoices', '\u2026of May'],
    ],
    [
      ['one two three four', 'one two three four'],
      ['\u2026two three four', '\u2026two three four'],
    ],
    [
      ['', 'x'],
      ['', 'x'],
    ],
    [
      ['a\u202eb', 'c'],
      [expect.not.stringContaining('\u202e'), 'c'],
    ],
  ])('are named by what differs: %j', (texts, names) => {
    expect(namesOf(texts)).toEqual(names);
  });

  it('have short names, whole characters only', () => {
    const [name = ''] = namesOf(['\u{1f600}'.repeat(100), 'x']);
    expect([...name]).toHaveLength(60);
    expect(name).toMatch(/^\u{1f600}+\u2026$/u);
  });

  it.each([
    ['[{"type":"text","text":"say \\"it\\" twice"}]', 'say "it" twice'],
    [
      '[{"type":"step-start"},{"type":"text","text":"one","state":"done"},{"type":"text","text":"two"}]',
      'one two',
    ],
    ['[{"type":"text","text":"cut \\', 'cut'],
    ['[{"type":"text","text":"cut \\u26', 'cut'],
    ['[{"type":"text","text":"cut he', 'cut he'],
    ['[{"type":"data-notice","data":{"text":"no"}}]', ''],
  ])('are read from stored parts that may be cut: %s', (head, name) => {
    const shown = { id: 'a', seq: 1, parts: [{ type: 'text' as const, text: 'other' }] };
    expect(versionsOf(shown, [{ id: 'b', seq: 2, head }])).toEqual([
      { id: 'a', name: 'other' },
      { id: 'b', name },
    ]);
  });
});
