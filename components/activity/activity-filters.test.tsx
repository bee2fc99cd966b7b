// @vitest-environment happy-dom
/** What is chosen in the filter is what the record is asked for. */
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
