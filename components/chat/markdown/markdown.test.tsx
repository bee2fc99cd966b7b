// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ToolOutput } from '@/components/tool-call/result/tool-output';
import { resultOf } from '@/components/tool-call/result/tool-result';
import { Markdown } from './markdown';
import MarkdownLayout from './markdown-layout';

const CASES = 'e2e/cases/04-render.jsonl';

/** What an answer may consist of, ours included. */
const ALLOWED = new Set(
  `a bdi blockquote br button code dd del div dl dt em h2 h3 h4 hr li ol option p path pre rect section select span strong sup svg
   circle table tbody td th thead tr ul`.split(/\s+/),
);

/** What in a drawn answer could run, load or send something. */
function dangers(container: HTMLElement): string[] {
  return [...container.querySelectorAll('*')].flatMap((element) => {
    const found = ALLOWED.has(element.tagName.toLowerCase()) ? [] : [`<${element.tagName}>`];
    for (const { name, value } of element.attributes) {
      if (/^(on|style$|src|srcset|action|formaction|background|poster|ping|data$|xlink:)/i.test(name))
        found.push(name);
      // Our own ids are React's.
      if (name === 'id' && !/^_r_\w+_$/.test(value)) found.push(value);
      if (name === 'href' && !/^(https?:|mailto:)/.test(value)) found.push(value);
    }
    return found;
  });
}

function drawn(text: string, streaming = false): HTMLElement {
  return render(<MarkdownLayout text={text} streaming={streaming} />).container;
}

afterEach(cleanup);

describe('an answer', () => {
  it('is laid out, the text standing there until then', async () => {
    render(<Markdown text="**Six** customers" streaming={false} />);
    expect(screen.getByText('**Six** customers')).toBeTruthy();
    expect(await screen.findByText('Six')).toHaveProperty('tagName', 'STRONG');
  });

  it('closes what was begun where it was broken off', () => {
    const { container } = render(<MarkdownLayout text="They owe **16" streaming={false} cut />);
    expect(container.textContent).toBe('They owe 16');
  });

  it('shows nothing of a table that is being written until it is one, and then whole rows', () => {
    const table = ['They owe:', '', '| Name | Open |', '| --- | --- |', '| Pike | 3 |', '| Mar'];
    const upTo = (lines: number) => {
      cleanup();
      return drawn(table.slice(0, lines).join('\n'), true);
    };
    for (const lines of [3, 4]) expect(upTo(lines).textContent).toBe('They owe:');
    expect(upTo(6).textContent).not.toContain('|');
    expect(screen.getAllByRole('row')).toHaveLength(2);
  });

  it('has tables whose cells know their heading, with roles', () => {
    const answer = drawn(
      '| Customer | Invoices | Open |\n|---|---|---|\n| Pike | 3 | 1,350.00 EUR |\n| Total | 3 | 1,350.00 EUR |',
    );
    expect(screen.getAllByRole('row')).toHaveLength(3);
    const cells = screen.getAllByRole('cell');
    expect(cells.map((cell) => cell.getAttribute('data-label'))).toEqual([
      'Customer',
      'Invoices',
      'Open',
      'Customer',
      'Invoices',
      'Open',
    ]);
    expect(cells[2]?.className).toContain('font-mono');
    expect(cells[1]?.className).toContain('text-right');
    expect(answer.textContent).toContain('1 row');
    expect(answer.querySelector('[data-total]')?.textContent).toContain('Total');
  });

  it('keeps the look of a column in which a value is missing, and dates in one line', () => {
    drawn(
      '| Invoice | Due | Open |\n|---|---|---|\n| INV-1 | 30 Nov 2026 | 1,350.00 EUR |\n| – | – | – |\n| D-2 | 2026-12-01 | 4.00 GBP |',
    );
    const cells = screen.getAllByRole('cell');
    for (const money of [cells[2], cells[5], cells[8]]) expect(money?.className).toContain('font-mono');
    for (const money of [cells[2], cells[5]]) expect(money?.className).toContain('text-right');
    for (const whole of [cells[0], cells[1], cells[2]]) {
      expect(whole?.className).toContain('whitespace-nowrap');
    }
  });

  it('tells every line that sums up from the rows, and counts only these', () => {
    const answer = drawn(
      '| Customer | Open |\n|---|---|\n| Total Energies | 5.00 EUR |\n| Pike | 2.00 GBP |\n| Total EUR | 5.00 EUR |\n| Total GBP | 2.00 GBP |',
    );
    const totals = [...answer.querySelectorAll('[data-total]')].map(
      (row) => row.firstElementChild?.textContent,
    );
    expect(totals).toEqual(['Total EUR', 'Total GBP']);
    expect(answer.textContent).toContain('2 rows');
  });

  it('has no image and no HTML in it', () => {
    const answer = drawn(
      '![pixel](https://c.test/p.png?q=1)\n\n<b onclick="x()">bold</b> <img src=x onerror=y>',
    );
    expect(answer.textContent).toContain('[image: pixel, c.test]');
    expect(answer.textContent).toContain('<b onclick="x()">bold</b>');
    expect(dangers(answer)).toEqual([]);
  });

  it('opens links elsewhere, without telling where from, and shows where they really go', () => {
    const answer = drawn(
      '[safe.example](https://evil.example/x) [page](https://example.com/) [js](javascript:alert(1))',
    );
    const [evil, page, ...others] = screen.getAllByRole('link');
    expect(evil?.textContent).toBe('evil.example');
    expect(page?.getAttribute('rel')).toBe('noreferrer noopener');
    expect(page?.getAttribute('target')).toBe('_blank');
    expect(others).toEqual([]);
    expect(answer.textContent).toBe('evil.example page (example.com) js');
  });

  it('draws none of the collected attacks (e2e/cases)', () => {
    const asked = vi.spyOn(globalThis, 'fetch');
    const payloads = readFileSync(CASES, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).payload)
      .filter((payload): payload is string => typeof payload === 'string');
    expect(payloads.length).toBeGreaterThan(150);
    for (const payload of payloads) {
      expect(dangers(drawn(payload)), payload).toEqual([]);
      expect(dangers(drawn(payload.slice(0, -3), true)), payload).toEqual([]);
      const result = resultOf(payload);
      expect(dangers(render(<ToolOutput result={result} />).container), payload).toEqual([]);
      cleanup();
    }
    expect(asked).not.toHaveBeenCalled();
  });
});
