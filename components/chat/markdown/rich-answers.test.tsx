// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { CodeColours, Formula } from './loaded-apart';
import MarkdownLayout from './markdown-layout';

const drawn = (text: string) => render(<MarkdownLayout text={text} streaming={false} />).container;

beforeAll(async () => {
  // The real page has a doctype; the test's document does not support rendering modes.
  Object.defineProperty(document, 'compatMode', { value: 'CSS1Compat' });
  await Promise.all([Formula.prepare(), CodeColours.prepare()]);
});
afterEach(cleanup);

describe('code in an answer', () => {
  it('has its language, a button that copies it, and colours', async () => {
    const answer = drawn('```ts\nconst sum = 1; // cents\n```');
    expect(screen.getByTestId('code-language').textContent).toBe('TypeScript');
    expect(screen.getByRole('button', { name: 'Copy' })).toBeTruthy();
    await waitFor(() => expect(answer.querySelector('.text-code-word')?.textContent).toBe('const'));
    expect(answer.querySelector('pre')?.textContent).toBe('const sum = 1; // cents');
  });

  it('is plain where no grammar knows its language, or where it says none', async () => {
    const answer = drawn('```nosuch"onload=x\n<b>1</b>\n```\n\n```\nplain\n```');
    await new Promise((done) => setTimeout(done, 400));
    expect(answer.querySelectorAll('pre span')).toHaveLength(0);
    expect(answer.textContent).toContain('<b>1</b>');
  });

  it('stays text in colours, too', async () => {
    const answer = drawn('```html\n<img src=x onerror=alert(1)><script>alert(2)</script>\n```');
    await waitFor(() => expect(answer.querySelector('pre span')).toBeTruthy());
    expect(answer.querySelector('img, script')).toBeNull();
    expect(answer.querySelector('pre')?.textContent).toContain('<script>alert(2)</script>');
  });
});

describe('a formula in an answer', () => {
  it('is set, in a line and on its own', async () => {
    const answer = drawn('So \\(x^2\\):\n\n$$\n\\frac{a}{b}\n$$');
    await waitFor(() => expect(answer.querySelectorAll('.katex')).toHaveLength(2));
    expect(answer.querySelector('mfrac')).toBeTruthy();
  });

  it.each([
    '\\href{javascript:alert(1)}{x}',
    '\\url{https://c.test/}',
    '\\includegraphics{https://c.test/p.png}',
    '\\htmlClass{evil}{x}',
    '\\htmlStyle{background: url(https://c.test)}{x}',
    '\\def\\a{\\a\\a}\\a',
    '\\frac{',
    'x'.repeat(5_000),
  ])('neither links nor loads, and ends: %.40s', async (source) => {
    const answer = drawn(`$$\n${source}\n$$`);
    await waitFor(() => expect(answer.querySelector('.katex, code')).toBeTruthy());
    expect(answer.querySelector('a, img, script, .evil')).toBeNull();
    expect(answer.querySelector('[style*="url("]')).toBeNull();
  });
});

describe('words from right to left', () => {
  it('give each block its own direction', () => {
    const answer = drawn('شكرا\n\nThank you.\n\n- مرحبا');
    for (const block of answer.querySelectorAll('p, ul')) expect(block.getAttribute('dir')).toBe('auto');
  });
});
