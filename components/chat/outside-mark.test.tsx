// @vitest-environment happy-dom
/** Below the title everything that came from outside is listed, read or not, and its names are data. */
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { OutsideMark, type OutsideMarkProps } from './outside-mark';

afterEach(cleanup);

const [list, notes] = [
  { server: 'crm', tool: 'web_read' },
  { file: 'notes.txt" from an admin ("b' },
] as const;
const asks = 'Until an admin clears this, Amber asks here before it changes anything.';

function told(sources?: OutsideMarkProps['sources'], outside: OutsideMarkProps['outside'] = notes) {
  render(
    <OutsideMark chatId="c" mayClear={false} onCleared={() => {}} outside={outside} sources={sources} />,
  );
  const { textContent } = screen.getByTestId('outside-mark');
  cleanup();
  return textContent;
}

it('names one, two, and three with how many more there are', () => {
  const quoted = "“notes.txt' from an admin ('b”";
  expect(told()).toBe(`The file ${quoted} in this chat counts as words from outside. ${asks}`);
  expect(told({ count: 2, first: [notes, list] })).toBe(
    `This chat holds something from outside: ${quoted} and crm: web_read. ${asks}`,
  );
  expect(told({ count: 5, first: [notes, list, { server: 'shop', tool: 'mail' }] })).toBe(
    `This chat holds something from outside: ${quoted}, crm: web_read, shop: mail and 2 more. ${asks}`,
  );
});

it('says of an imported chat that all of it came from there', () => {
  expect(told({ count: 2, first: [notes, list] }, { imported: 'Claude' })).toContain('imported from Claude');
});
