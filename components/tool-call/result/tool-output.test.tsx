// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { valueRows } from '@/components/shown/table/value-rows';
import { ToolOutput } from './tool-output';
import { resultOf } from './tool-result';

beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const commits = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ message: `Commit ${at + 1}`, parents: ['p'] }));
const rows = () => within(screen.getAllByRole('table')[0] as HTMLElement).getAllByRole('row').length - 1;

it('names every value of a row where rows are stacked but the name of what it is about', () => {
  const row = { name: 'apple', qty: '3', dbl: '6', note: '' };
  render(<ToolOutput result={resultOf([row, { ...row, note: 'ripe' }])} />);
  const cells = screen.getAllByRole('cell');
  expect(cells.slice(0, 4).map((cell) => cell.dataset.label)).toEqual(['Name', 'Qty', 'Dbl', 'Note']);
  const named = (from: number) =>
    cells
      .slice(from, from + 4)
      .filter((cell) => cell.className.includes('stacked:before:content-[attr(data-label)'))
      .map((cell) => cell.dataset.label);
  expect([named(0), named(4)]).toEqual([
    ['Qty', 'Dbl'],
    ['Qty', 'Dbl', 'Note'],
  ]);
});

it('shows about twenty lines of a text at once in the details of a call, and three elsewhere', () => {
  const lines = (count: number) => Array.from({ length: count }, (_, at) => `line ${at + 1}`).join('\n');
  const more = () => screen.queryByRole('button', { name: /^Show all/ });
  render(<ToolOutput roomy result={resultOf(lines(20))} />);
  expect(more()).toBeNull();
  cleanup();
  render(<ToolOutput roomy result={resultOf({ stdout: lines(20), ok: true })} />);
  expect(more()).toBeNull();
  cleanup();
  render(<ToolOutput roomy result={resultOf(lines(30))} />);
  expect(more()?.previousElementSibling?.className).toContain('line-clamp-20');
  cleanup();
  render(<ToolOutput result={resultOf(lines(20))} />);
  expect(more()?.previousElementSibling?.className).toContain('line-clamp-3');
});

it('shows a list of lists as a table without column names, each value as it is', () => {
  render(
    <ToolOutput result={resultOf({ sheet: 'A', values: [['name', 'on'], ['apple', true], ['true']] })} />,
  );
  const cells = screen.getAllByRole('cell').map(({ textContent }) => textContent);
  expect(cells).toEqual(['name', 'on', 'apple', 'true', '"true"', '']);
  expect(screen.queryByRole('columnheader')).toBeNull();
});

it.each([
  ['with more columns than a table has', { values: [Array.from({ length: 13 }, () => 1)] }],
  ['with a list in a cell', { values: [[[1]], [2]] }],
  ['under the name of a secret', { password: [['abc']] }],
])('leaves a list of lists %s as rows', (_, value) => {
  const { container } = render(<ToolOutput result={resultOf(value)} />);
  expect(screen.queryByRole('table')).toBeNull();
  expect(container.querySelectorAll('dt').length).toBeGreaterThan(0);
  expect(container.textContent).not.toContain('abc');
});

it('breaks a long name between its words alone', () => {
  const { container } = render(
    <ToolOutput
      result={{ kind: 'rows', rows: valueRows({ fileAbsolutePath: 'a', 'odd\u202ename': 'b' }) }}
    />,
  );
  const names = [...container.querySelectorAll('dt')];
  expect(names[0]?.innerHTML).toBe('<bdi>file<wbr>Absolute<wbr>Path</bdi>');
  expect(names[1]?.textContent).toContain('U+202E');
});

describe('a list beside other fields', () => {
  it('is a table under its name, with the other fields as rows', () => {
    const { container } = render(
      <ToolOutput result={resultOf({ success: true, data: { commits: commits(2), branch: 'main' } })} />,
    );
    expect(rows()).toBe(2);
    expect(screen.getByTitle('data.commits').textContent).toBe('Commits');
    const others = [...container.querySelectorAll('dt')].map((name) => name.textContent);
    expect(others).toEqual(['Success', 'Data branch']);
  });

  it('of ten thousand rows is drawn where one looks', () => {
    render(<ToolOutput result={resultOf({ success: true, commits: commits(10_000), totalCount: 10_000 })} />);
    expect(rows()).toBe(10);
    fireEvent.click(screen.getByRole('button', { name: 'Show 10,000 rows' }));
    expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('10001');
    expect(rows()).toBeLessThan(100);
    expect(screen.getByText('10,000 of 10,000 rows')).toBeTruthy();
  });
});

describe('a list', () => {
  const invoices = {
    data: Array.from({ length: 12 }, (_, at) => ({
      number: `INV-${at + 1}`,
      customer: { name: at % 2 ? 'Pike' : '=HYPERLINK("https://c.test")' },
      total: `${(at * 7) % 12}.00`,
      taxRate: 0,
      currency: at < 6 ? 'EUR' : 'USD',
    })),
  };
  const first = () => screen.getAllByRole('row')[1]?.firstElementChild?.textContent;

  it('has the labels that an answer has, and says a rate as one', () => {
    render(<ToolOutput result={resultOf(invoices)} />);
    const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
    expect(heads).toEqual(['Number', 'Customer', 'Tax rate', 'Total']);
    expect(screen.getAllByText('0 %')).toHaveLength(10);
  });

  it('says that amounts of several currencies are ordered within each', () => {
    render(<ToolOutput result={resultOf(invoices)} />);
    fireEvent.click(screen.getByRole('button', { name: 'Number' }));
    expect(screen.queryByText(/within each currency/)).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Total' }));
    expect(screen.getByText('10 of 12 rows, sorted within each currency')).toBeTruthy();
    cleanup();
    const euros = invoices.data.filter(({ currency }) => currency === 'EUR');
    render(<ToolOutput result={resultOf({ data: euros })} />);
    fireEvent.click(screen.getByRole('button', { name: 'Total' }));
    expect(screen.queryByText(/within each currency/)).toBeNull();
  });

  it('is ordered by a press on a heading, once each way, and then as the tool gave it', () => {
    render(<ToolOutput result={resultOf(invoices)} />);
    const press = () => fireEvent.click(screen.getByRole('button', { name: 'Number' }));
    const order = () => screen.getAllByRole('columnheader')[0]?.getAttribute('aria-sort');
    press();
    expect([first(), order()]).toEqual(['INV-1', 'ascending']);
    press();
    expect([first(), order()]).toEqual(['INV-12', 'descending']);
    press();
    expect([first(), order()]).toEqual(['INV-1', 'none']);
  });

  it('says what the rows that were found come to, in each currency', () => {
    render(<ToolOutput result={resultOf(invoices)} />);
    expect(screen.getByTestId('table-sums').textContent).toBe(
      '12 rows added up:Total33.00 EUR and 33.00 USD',
    );
  });

  it('is not added up where each row has a currency of its own: it is what has been added up already', () => {
    const totals = ['EUR', 'USD', 'GBP'].map((currency) => ({ total: '33.00', currency }));
    render(<ToolOutput result={resultOf({ totals, spending: invoices.data })} />);
    expect(screen.getAllByTestId('table-sums')).toHaveLength(1);
  });

  it('is ordered either way where its head is not to be seen', () => {
    render(<ToolOutput result={resultOf(invoices)} />);
    const by = screen.getByRole('combobox', { name: 'Sort by' });
    expect(
      within(by)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual([
      ...['Original order', 'Sorted: Number', 'Sorted: Customer', 'Sorted: Tax rate', 'Sorted: Total'],
    ]);
    expect(screen.queryByRole('button', { name: /turn the order round/ })).toBeNull();
    fireEvent.change(by, { target: { value: '0' } });
    expect(first()).toBe('INV-1');
    fireEvent.click(screen.getByRole('button', { name: 'Ascending: turn the order round' }));
    expect(first()).toBe('INV-12');
    fireEvent.change(by, { target: { value: '' } });
    expect(first()).toBe('INV-1');
  });

  it('shows the columns that are wanted, and never none', () => {
    render(<ToolOutput result={resultOf(invoices)} />);
    fireEvent(screen.getByRole('dialog', { hidden: true }), toggled('open'));
    fireEvent.click(screen.getByRole('checkbox', { name: 'Customer', hidden: true }));
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).not.toContain(
      'Customer',
    );
    expect(screen.getByText(/1 column not shown/)).toBeTruthy();
  });
});

function toggled(newState: string): Event {
  return Object.assign(new Event('beforetoggle', { bubbles: false }), { newState });
}
