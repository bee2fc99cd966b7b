// @vitest-environment happy-dom
/** After a request made by keyboard the focus moves to its results, not to the top of the page. */
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { ReceiptPage, ReceiptView } from '@/lib/receipts/receipt-view';
import { Activity } from './activity';

vi.mock('@/components/shell/workspace', () => ({ useWorkspace: () => ({ viewer: { role: 'admin' } }) }));
vi.mock('@/components/shell/workspace-link', () => ({ WorkspaceLink: () => null }));
vi.mock('@/components/shell/settings-page', () => ({
  SettingsPage: ({ children }: { children: unknown }) => children,
}));

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const receipt = (id: number): ReceiptView => ({
  id,
  seq: id,
  at: '2026-11-27T10:00:00.000Z',
  hash: '',
  kind: 'signed in',
  body: {},
  personName: 'Imogen Finch',
  forName: null,
  chatTitle: null,
  toolTitle: null,
  card: null,
});
const pageOf = (ids: number[], next: number | null = null): ReceiptPage => ({
  receipts: ids.map(receipt),
  others: [],
  next,
});

/** @param answers of the server, in this order */
function shown(...answers: ReceiptPage[]): void {
  vi.stubGlobal('fetch', async () => Response.json(answers.shift()));
  render(<Activity initial={pageOf([9, 8], 8)} people={[]} tools={[]} publicKey="key" asked={{}} />);
}

/** Pressed by keyboard: it is focused first. */
async function press(name: string): Promise<void> {
  const button = screen.getByText(name, { selector: 'button' });
  button.focus();
  await act(async () => void fireEvent.click(button));
}

const rowOfFocus = () => document.activeElement?.closest('[data-testid="story"]')?.getAttribute('data-seq');

it('goes on at the first row that is new', async () => {
  shown(pageOf([7, 6]));
  const status = screen.getByText('The newest 2 entries; there are more');
  expect(status.getAttribute('role')).toBe('status');
  await press('Show more');
  expect(rowOfFocus()).toBe('7');
  expect(document.activeElement?.tagName).toBe('SUMMARY');
  expect(status.textContent).toBe('4 entries');
});

it('goes on at how many a filter has found, also where that is none', async () => {
  shown(pageOf([9]), pageOf([]));
  fireEvent.change(screen.getByLabelText('Tool'), { target: { value: 'contact_delete' } });
  await press('Show');
  expect(document.activeElement?.textContent).toBe('1 entry');
  await press('Show');
  expect(document.activeElement?.textContent).toBe('No entry fits the filter.');
});
