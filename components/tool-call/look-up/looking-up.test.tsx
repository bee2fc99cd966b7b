// @vitest-environment happy-dom
/** A row in the table of a result links to the record that it names, even if the id is not a column. */
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { tableOf } from '../result/result-table';
import { TableExplorer } from '../table/table-explorer';
import { LookUpOrigin, LookUpProvider } from './looking-up';

afterEach(cleanup);

const ROWS = [
  {
    id: 'inv_65e37d5d89e0',
    number: 'INV-2744',
    customer: 'Tidewater\u202e',
    customerId: 'cus_18147eca517a',
    city: 'Cork',
  },
  { id: 'inv_65e37d5d89e1', number: 'INV-2745', customer: 'Halden Optics', customerId: null, city: 'Oslo' },
];
const offered = { toolsFor: async () => [{ name: 'get', title: 'Get it' }], order: vi.fn(async () => null) };

function shown(origin: { tool: string; trusted: boolean }): string[] {
  const table = tableOf(ROWS);
  if (!table) throw new Error('It is a table.');
  render(
    <LookUpProvider lookUp={offered}>
      <LookUpOrigin server="shop" {...origin}>
        <TableExplorer table={table} />
      </LookUpOrigin>
    </LookUpProvider>,
  );
  const found = screen.queryAllByRole('button').filter((one) => one.getAttribute('aria-haspopup') === 'menu');
  return found.map(({ textContent }) => textContent ?? '');
}

const NUMBERS = ['INV-2744', 'INV-2745'];

it('its number leads to itself and a customer’s name to the customer, where that has an id', async () => {
  const [number, name, ...more] = shown({ tool: 'invoices_list', trusted: true });
  expect([number, ...more]).toEqual(NUMBERS);
  expect(name).toContain('Tidewater');
  expect(screen.queryByText('cus_18147eca517a')).toBeNull();
  const [, customer] = screen.getAllByRole('menu', { hidden: true });
  expect(customer?.getAttribute('aria-label')).toBe('Look up Tidewater[U+202E]');
  const opening = Object.assign(new Event('beforetoggle'), { newState: 'open' });
  await act(async () => void fireEvent(customer as HTMLElement, opening));
  Object.assign(customer ?? {}, { hidePopover() {} });
  fireEvent.click(screen.getByText('Get it'));
  expect(offered.order).toHaveBeenCalledWith(
    { server: 'shop', argument: 'customerId', value: 'cus_18147eca517a' },
    'get',
  );
});

it('leads nowhere for a server that nobody vouches for', () => {
  expect(shown({ tool: 'invoices_list', trusted: false })).toEqual([]);
});

it('leads nowhere of its own where the tool’s name does not say what it lists', () => {
  expect(shown({ tool: 'report', trusted: true }).filter((name) => NUMBERS.includes(name))).toEqual([]);
});
