// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ToolOutput } from './tool-output';
import { resultOf } from './tool-result';

beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
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

it('names every value of a row where rows are stacked, those on its first line too', () => {
  const row = { name: 'apple', qty: '3', dbl: '6', note: '' };
  render(<ToolOutput result={resultOf([row])} />);
  const cells = screen.getAllByRole('cell');
  expect(cells.map((cell) => cell.dataset.label)).toEqual(['Name', 'Qty', 'Dbl', 'Note']);
  for (const cell of cells.filter(({ textContent }) => textContent !== ''))
    expect(cell.className, cell.dataset.label).toContain('stacked:before:content-[attr(data-label)');
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
    <ToolOutput result={resultOf({ fileAbsolutePath: 'a', 'odd\u202ename': 'b' })} />,
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
    expect(container.textContent).toContain('data.commits');
    const others = [...container.querySelectorAll('dt')].map((name) => name.textContent);
    expect(others).toEqual(['success', 'data.branch']);
  });

  it('of ten thousand rows is drawn piece by piece', () => {
    render(<ToolOutput result={resultOf({ success: true, commits: commits(10_000), totalCount: 10_000 })} />);
    expect(rows()).toBe(10);
    const press = () => fireEvent.click(screen.getByRole('button', { name: /^Show .* rows$/ }));
    expect(screen.getByRole('button', { name: 'Show 200 more rows' })).toBeTruthy();
    press();
    expect(rows()).toBe(200);
    press();
    expect(rows()).toBe(400);
    expect(screen.getByText('400 of 10,000 rows')).toBeTruthy();
  });

  it('is shown whole at a press where it is short', () => {
    render(<ToolOutput result={resultOf({ success: true, commits: commits(150) })} />);
    fireEvent.click(screen.getByRole('button', { name: 'Show 150 rows' }));
    expect(rows()).toBe(150);
    expect(screen.queryByRole('button', { name: /^Show/ })).toBeNull();
  });
});
