// @vitest-environment happy-dom
/** The choices in the filter determine what is requested of the record. */
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { ActivityFilters } from './activity-filters';

afterEach(cleanup);

it('offers what happened by theme, keeps what the address asks for, and asks for what is chosen', () => {
  const onShow = vi.fn();
  render(<ActivityFilters people={[]} tools={[]} asked={{ kind: 'expired' }} onShow={onShow} />);
  const kind = screen.getByRole<HTMLSelectElement>('combobox', { name: 'What happened' });
  expect(kind.value).toBe('expired');
  const group = within(kind).getByRole('group', { name: 'Tokens and directory' });
  expect(within(group).getAllByRole('option')[0]?.textContent).toBe('Change by a directory');
  fireEvent.change(kind, { target: { value: 'token made' } });
  fireEvent.click(screen.getByRole('button', { name: 'Show' }));
  expect(onShow).toHaveBeenCalledWith(expect.objectContaining({ kind: 'token made', status: '' }));
});

it('lists tools by what people call them, and asks for them by the name of the record', () => {
  const onShow = vi.fn();
  const tools = [
    { server: 'amber', name: 'customer_delete', title: 'Delete customer' },
    { server: 'amber', name: 'read_one', title: 'Read' },
    { server: 'workspace', name: 'read_other', title: 'Read' },
  ];
  const { container } = render(
    <ActivityFilters people={[]} tools={tools} asked={{ tool: 'customer_delete' }} onShow={onShow} />,
  );
  const options = [...container.querySelectorAll<HTMLOptionElement>('datalist option')];
  expect(options.map(({ value }) => value)).toEqual([
    'Delete customer',
    'Read (read_one)',
    'Read (read_other)',
  ]);
  expect(options.map(({ textContent }) => textContent)).toEqual(tools.map(({ name }) => name));
  const field = screen.getByRole<HTMLInputElement>('combobox', { name: 'Tool' });
  expect(field.value).toBe('Delete customer');
  for (const [typed, tool] of [
    ['Delete customer', 'customer_delete'],
    ['read (read_other)', 'read_other'],
    ['someone_elses_tool', 'someone_elses_tool'],
  ] as const) {
    fireEvent.change(field, { target: { value: typed } });
    fireEvent.click(screen.getByRole('button', { name: 'Show' }));
    expect(onShow).toHaveBeenLastCalledWith(expect.objectContaining({ tool }));
  }
});
