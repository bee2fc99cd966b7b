// @vitest-environment happy-dom
/** The focus and the outer dialog when a dialog closes: by Escape, and by being unmounted while open. */
import { act, cleanup, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Dialog } from './dialog';

beforeEach(() => {
  vi.spyOn(HTMLDialogElement.prototype, 'close');
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function Nested() {
  const [isOpen, setOpen] = useState(true);
  return (
    <Dialog title="Menu" onClose={() => setOpen(false)}>
      {() => (isOpen ? <Inner /> : 'closed')}
    </Dialog>
  );
}

function Inner() {
  const [isOpen, setOpen] = useState(true);
  return isOpen ? (
    <Dialog title="Rename" onClose={() => setOpen(false)}>
      {() => 'inside'}
    </Dialog>
  ) : (
    'renamed'
  );
}

it('leaves a dialog around it open when it closes', () => {
  render(<Nested />);
  act(() => screen.getByRole<HTMLDialogElement>('dialog', { name: 'Rename' }).close());
  expect(screen.getByRole('dialog', { name: 'Menu' }).textContent).toBe('Menurenamed');
});

it('is closed, and gives the focus back, where it goes without having been closed', () => {
  const { rerender } = render(
    <Dialog title="Menu" onClose={() => {}}>
      {() => 'open'}
    </Dialog>,
  );
  const dialog = screen.getByRole<HTMLDialogElement>('dialog');
  rerender(<p>gone</p>);
  expect(dialog.open).toBe(false);
});
