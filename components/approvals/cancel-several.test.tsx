// @vitest-environment happy-dom
/** The result of cancelling several stays visible over the list until the next press. */
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { CancelSeveral } from './cancel-several';

afterEach(cleanup);

const decide = async (id: string) =>
  id === 'a3' ? { ok: false as const, message: 'Too late.' } : { ok: true as const };
const shown = (chosen: string[]) => (
  <CancelSeveral chosen={chosen} hasChoice onDecide={decide} onDone={() => {}} />
);
const isSticky = () => screen.getByRole('status').parentElement?.classList.contains('sticky');

it('stands over the list with what was cancelled, and goes back to its place with the next press', async () => {
  const { rerender } = render(shown([]));
  expect(isSticky()).toBe(false);
  for (const [chosen, words] of [
    [['a1', 'a2'], '2 calls were cancelled'],
    [['a1', 'a3'], '1 call was cancelled'],
  ] as const) {
    rerender(shown([...chosen]));
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Cancel these' })));
    rerender(shown([]));
    expect(screen.getByRole('status').textContent).toContain(words);
    expect(isSticky()).toBe(true);
    // A second press in the same place hits the bar.
    fireEvent.click(screen.getByRole('status'));
    expect(isSticky()).toBe(true);
    fireEvent.click(document.body);
    expect(isSticky()).toBe(false);
    expect(screen.getByRole('status').textContent).toContain(words);
  }
});

it('stays where it was pressed also when nothing is chosen any more', () => {
  const { rerender } = render(shown(['a1']));
  fireEvent.click(screen.getByRole('button', { name: 'Choose none' }));
  rerender(shown([]));
  expect(isSticky()).toBe(true);
  fireEvent.click(document.body);
  expect(isSticky()).toBe(false);
});

it('says that several can be chosen only where there are several', () => {
  const { container, rerender } = render(
    <CancelSeveral chosen={[]} hasChoice onDecide={decide} onDone={() => {}} />,
  );
  const all = container.textContent;
  expect(all).not.toBe('');
  rerender(<CancelSeveral chosen={[]} hasChoice={false} onDecide={decide} onDone={() => {}} />);
  expect(container.textContent).toBe('');
});
