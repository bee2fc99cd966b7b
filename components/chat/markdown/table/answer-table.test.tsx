// @vitest-environment happy-dom
/** The table in an answer: the first thing that a person sees of a result. */
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import MarkdownLayout from '../markdown-layout';

const INVOICES = `
| Reference | Customer | Due | Total |
|---|---|---|---:|
| INV-10 | Éclair | 27 Aug 2026 | 1,350.00 EUR |
| INV-9 | =cmd\\|x | 1 Oct 2026 | 80.00 USD |
| INV-11 | Albany | 13 September 2026 | 900.00 EUR |
| INV-2 | Pike | – | 9.50 EUR |
| Total | | | 2,259.50 EUR |
`;

beforeEach(() => {
  const observer = class {
    observe() {}
    disconnect() {}
  };
  vi.stubGlobal('ResizeObserver', observer);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const drawn = (text = INVOICES) => render(<MarkdownLayout text={text} streaming={false} />);
const firsts = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.firstElementChild?.textContent);
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const sortOf = (name: string) =>
  screen.getByRole('button', { name }).closest('th')?.getAttribute('aria-sort');
const AS_WRITTEN = ['INV-10', 'INV-9', 'INV-11', 'INV-2', 'Total'];

describe('an answer’s table', () => {
  it('is ordered by a press on its head, sums staying last, and the third gives the first order back', () => {
    drawn();
    expect([firsts(), sortOf('Reference')]).toEqual([AS_WRITTEN, 'none']);
    press('Reference');
    expect([firsts(), sortOf('Reference')]).toEqual([
      ['INV-2', 'INV-9', 'INV-10', 'INV-11', 'Total'],
      'ascending',
    ]);
    press('Reference');
    expect([firsts()[0], sortOf('Reference')]).toEqual(['INV-11', 'descending']);
    press('Reference');
    expect([firsts(), sortOf('Reference')]).toEqual([AS_WRITTEN, 'none']);
  });

  it('orders days by time, amounts by currency and size, words as people do', () => {
    drawn();
    press('Due');
    expect(firsts()).toEqual(['INV-10', 'INV-11', 'INV-9', 'INV-2', 'Total']);
    expect(screen.queryByText(/within each currency/)).toBeNull();
    press('Total');
    expect(firsts()).toEqual(['INV-10', 'INV-11', 'INV-2', 'INV-9', 'Total']);
    expect(screen.getByText('4 rows, sorted within each currency')).toBeTruthy();
    press('Total');
    expect(firsts()).toEqual(['INV-2', 'INV-11', 'INV-10', 'INV-9', 'Total']);
    press('Customer');
    expect(firsts()).toEqual(['INV-9', 'INV-11', 'INV-10', 'INV-2', 'Total']);
  });

  it('is ordered where its head is not to be seen, too', () => {
    drawn();
    fireEvent.change(screen.getByRole('combobox', { name: 'Sort by' }), { target: { value: '0' } });
    expect(firsts()[0]).toBe('INV-2');
    press('Ascending: turn the order round');
    expect(firsts()[0]).toBe('INV-11');
  });

  it('puts no link of a heading into a button', () => {
    const { container } = drawn('| [A](https://a.test) | B |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |');
    expect(container.querySelector('button a')).toBeNull();
    expect(screen.getByRole('button', { name: 'B' })).toBeTruthy();
  });

  it('is copied as it is ordered, its days and amounts exact and no formula in it', async () => {
    const writeText = vi.fn(async (_: string) => undefined);
    vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } });
    drawn();
    press('Reference');
    press('Copy table');
    expect(writeText.mock.calls[0]?.[0].split('\n')).toEqual([
      'Reference\tCustomer\tDue\tTotal\tCurrency',
      'INV-2\tPike\t\t9.50\tEUR',
      "INV-9\t'=cmd|x\t2026-10-01\t80.00\tUSD",
      'INV-10\tÉclair\t2026-08-27\t1350.00\tEUR',
      'INV-11\tAlbany\t2026-09-13\t900.00\tEUR',
      'Total\t\t\t2259.50\tEUR',
    ]);
  });
});

describe('the result behind it', () => {
  const call = (tool: string, status = 'success') => (
    <div data-testid="tool-call" data-status={status} data-tool={tool}>
      <button
        type="button"
        aria-expanded={false}
        onClick={(event) => event.currentTarget.setAttribute('aria-expanded', 'true')}
      >
        {tool}
      </button>
    </div>
  );
  const show = (...calls: ReturnType<typeof call>[]) =>
    render(
      <div data-message="m1">
        {...calls}
        <MarkdownLayout text={INVOICES} streaming={false} />
        {call('later_list')}
      </div>,
    );

  it('is a press away: the last call before the table that has answered, opened, the keyboard on it', () => {
    show(call('customers_list'), call('invoices_list'), call('orders_list', 'error'), call('show_table'));
    press('Full result');
    const row = screen.getByRole('button', { name: 'invoices_list' });
    expect(row.getAttribute('aria-expanded')).toBe('true');
    expect(document.activeElement).toBe(row);
    press('Full result');
    expect(row.getAttribute('aria-expanded')).toBe('true');
  });

  it('names the file of its rows', () => {
    const saved: string[] = [];
    vi.stubGlobal(
      'URL',
      Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }),
    );
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download);
    });
    show(call('invoices_list'));
    press('CSV');
    expect(saved[0]).toMatch(/^invoices-\d{4}-\d{2}-\d{2}\.csv$/);
  });

  it('is not offered where there is none', () => {
    show();
    expect(within(document.body).queryByRole('button', { name: 'Full result' })).toBeNull();
  });
});
