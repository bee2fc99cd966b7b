// @vitest-environment happy-dom
/** Where the focus goes when the focused element disappears with the action, and when the message disappears. */
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { Toast, type ToastMessage } from './toast';

afterEach(cleanup);

const said = (more: Partial<ToastMessage>): ToastMessage => ({
  id: 1,
  words: 'Chat deleted.',
  action: { label: 'Undo', run: () => {} },
  ...more,
});
const page = (message: ToastMessage | null) => (
  <>
    <button type="button">Open the menu</button>
    <Toast message={message} closeLabel="Dismiss" onClose={() => {}} />
  </>
);
const button = (name: string) => screen.getByRole('button', { name });

it('takes the focus where it would be lost, and gives it back as it goes', () => {
  const { rerender } = render(page(null));
  button('Open the menu').focus();
  rerender(page(said({ takesFocus: true })));
  expect(document.activeElement).toBe(button('Undo'));
  rerender(page(null));
  expect(document.activeElement).toBe(button('Open the menu'));
});

it('leaves it to whatever has it otherwise', () => {
  const { rerender } = render(page(null));
  button('Open the menu').focus();
  rerender(page(said({})));
  expect(document.activeElement).toBe(button('Open the menu'));
});
