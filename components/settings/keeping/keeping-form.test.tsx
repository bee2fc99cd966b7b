// @vitest-environment happy-dom
/** A value out of bounds: the reason is shown below its field and beside Save, and an earlier message is gone. */
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { KeepingView } from '@/lib/keeping/keeping-view';
import { KeepingForm } from './keeping-form';

const keeping = (contents: number | null): KeepingView => ({
  kept: {
    chats: { own: null, most: null, least: 1 },
    contents: { own: contents, most: null, least: 30 },
    mail: { own: null, most: 90, least: 1 },
  },
  set: null,
  sweeps: [],
});

const sent: string[] = [];
/** The server, which reports how much would be deleted. */
const answers = (going: object) =>
  vi.stubGlobal('fetch', async (path: string, { method }: RequestInit) => {
    sent.push(`${method} ${path}`);
    return Response.json(
      path.endsWith('/going') ? { chats: 0, answers: 0, contents: 0, mail: 0, ...going } : keeping(90),
    );
  });

afterEach(() => {
  sent.length = 0;
  cleanup();
  vi.unstubAllGlobals();
});

it('says why it cannot be saved where one looks, and no longer that something was saved', async () => {
  answers({ contents: 0 });
  const { rerender } = render(<KeepingForm keeping={keeping(null)} onSaved={() => {}} />);
  const field = screen.getByLabelText('Contents of calls');
  fireEvent.change(field, { target: { value: '90' } });
  fireEvent.click(screen.getByText('Save'));
  await screen.findByText(/^Saved\./);
  rerender(<KeepingForm keeping={keeping(90)} onSaved={() => {}} />);

  fireEvent.change(field, { target: { value: '10' } });
  expect(screen.queryByText(/^Saved\./)).toBeNull();
  expect(screen.getByText<HTMLButtonElement>('Save').disabled).toBe(true);
  const why = screen.getByText('Enter a whole number of days, at least 30.');
  expect(field.parentElement?.nextElementSibling).toBe(why);
  expect(field.getAttribute('aria-describedby')).toContain(why.id);
  expect(screen.getByTestId('wrong-days').textContent).toBe('Not possible like this: Contents of calls.');

  fireEvent.change(field, { target: { value: '30' } });
  expect(screen.queryByTestId('wrong-days')).toBeNull();
  expect(screen.getByText<HTMLButtonElement>('Save').disabled).toBe(false);
});

it('says beforehand how much would go, and saves only once that is confirmed', async () => {
  HTMLDialogElement.prototype.showModal = function (this: HTMLDialogElement) {
    this.open = true;
  };
  answers({ chats: 3, contents: 1200 });
  render(<KeepingForm keeping={keeping(null)} onSaved={() => {}} />);
  fireEvent.change(screen.getByLabelText('Contents of calls'), { target: { value: '90' } });
  fireEvent.click(screen.getByText('Save'));
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toContain('3 chats and the contents of 1,200 calls');
  fireEvent.click(screen.getByText('Keep it as it is'));
  expect(sent).toEqual(['POST /api/keeping/going']);
  fireEvent.click(screen.getByText('Save'));
  fireEvent.click(await screen.findByText('Save and delete'));
  await screen.findByText(/^Saved\./);
  expect(sent.slice(1)).toEqual(['POST /api/keeping/going', 'PUT /api/keeping']);
});
