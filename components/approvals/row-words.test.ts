import { expect, it } from 'vitest';
import { aboutWords } from './row-words';

const of = { server: 'amber', trusted: true };
const preview = (...lines: { label: string; value: string; amount?: string }[]) => ({ lines });

it.each([
  [
    'what would go, with its amount',
    { preview: preview({ label: 'Invoice', value: 'INV-7', amount: '12.00 EUR' }), input: { id: 7 } },
    'INV-7 (12.00 EUR)',
  ],
  [
    'the first arguments',
    { preview: null, input: { id: 7, all: true, a: 'b', c: 'd' } },
    'id 7, all true, a b',
  ],
  [
    'what is short before what is long',
    { preview: null, input: { content: 'one\ntwo', path: '/srv/b.txt' } },
    'path /srv/b.txt, content one two',
  ],
  ['no secret', { preview: null, input: { password: 'hunter2', name: 'x' } }, 'name x'],
  ['nothing', { preview: null, input: {} }, ''],
  [
    'that its time was over',
    { preview: null, input: {}, contentsErased: true as const },
    'Its contents were erased: they are kept for a limited time only.',
  ],
])('a row says %s', (_name, approval, words) => {
  expect(aboutWords({ ...of, ...approval })).toBe(words);
});

it('is one line without hidden characters, and short', () => {
  const words = aboutWords({ ...of, preview: null, input: { name: `a\u202eb\n${'long '.repeat(100)}` } });
  expect(words).not.toMatch(/[\u202e\n]/);
  expect(words.length).toBeLessThanOrEqual(121);
});
