// @vitest-environment happy-dom
/**
 * Every text of e2e/cases/01 to 06 at the end of a server's tool description: on a card it is plain text, and hides
 * nothing.
 */
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { LongText } from '@/components/shown/long-text';
import { casesOf } from './cases';

const FILES = [
  ...['01-malicious-tools', '02-result-injections', '03-naughty-strings'],
  ...['04-render', '05-wire-json', '06-unicode-deception'],
];
const HARMLESS = 'This tool looks after things. '.repeat(100);
/** Except space and newline. */
const HIDDEN =
  /(?![ \n])[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\p{Zl}\p{Zp}\p{Zs}\p{Co}\p{Cn}\p{Cs}\u2800]/u;

afterEach(cleanup);

describe.each(FILES)('the texts of %s', (file) => {
  it('are shown to their end, as they are', () => {
    const cases = casesOf(file).map(({ id, payload, tool }) => ({
      id,
      text: payload ?? String(tool?.description ?? ''),
    }));
    expect(cases.length).toBeGreaterThan(10);
    for (const { id, text } of cases) {
      const { container } = render(<LongText text={HARMLESS + text} name="What the server says" />);
      fireEvent.click(screen.getByRole('button', { name: /^Show all/ }));
      expect(container.textContent, id).not.toMatch(HIDDEN);
      expect(container.querySelectorAll('a, img, script, iframe, style, form'), id).toHaveLength(0);
      const end = text.trimEnd().slice(-20);
      if (/^[ -~]+$/.test(end)) expect(container.textContent, id).toContain(end);
      cleanup();
    }
  });
});
