import { expect, test } from 'vitest';
import { between, markdownTable } from './tables';

test('what others said ends no cell and becomes no link, picture or HTML', () => {
  const table = markdownTable([
    ['server', 'says'],
    ['a', 'x | ![p](http://a) <b>\n`c` \u202eend'],
  ]);
  expect(table.split('\n')).toEqual([
    '| server | says |',
    '| --- | --- |',
    '| a | x \\| \\!\\[p\\](http://a) \\<b\\> \\`c\\` end |',
  ]);
});

test('a table takes the place of the one before it', () => {
  const document = 'a\n<!-- interop:x -->\nold\n<!-- end of interop:x -->\nb\n';
  const once = between(document, 'x', 'new');
  expect(once).toBe('a\n<!-- interop:x -->\nnew\n<!-- end of interop:x -->\nb\n');
  expect(between(once, 'x', 'new')).toBe(once);
  expect(() => between(document, 'y', 'new')).toThrow('y');
});
