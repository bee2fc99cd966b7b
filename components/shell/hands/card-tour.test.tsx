// @vitest-environment happy-dom
/**
 * The example in the tour is not a real card: nothing in it can be pressed, and no code that looks for cards finds it.
 */
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { CardTour } from './card-tour';

afterEach(cleanup);

it('shows in each of its steps a picture that is no card and holds nothing to press', () => {
  render(<CardTour onClose={() => {}} />);
  for (const button of ['Next', 'Next', 'Got it']) {
    const picture = screen.getByRole('img', { name: /It is an example and does nothing/ });
    expect(picture.textContent).toContain('Example');
    expect(
      picture.querySelectorAll('button, a, input, fieldset, [role], [id], [data-testid], [tabindex]'),
    ).toHaveLength(0);
    expect(within(document.body).queryAllByRole('group', { hidden: true })).toEqual([]);
    for (const name of ['Confirm', 'Cancel'])
      expect(screen.queryByRole('button', { name, hidden: true })).toBeNull();
    expect(
      document.querySelector('[data-testid="approval-card"], [data-approval-id], [data-waits]'),
    ).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: button }));
  }
});

it('goes back and forth, and can be left at each step', () => {
  const onClose = vi.fn();
  render(<CardTour onClose={onClose} />);
  expect(screen.getByText('Step 1 of 3')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Next' }));
  fireEvent.click(screen.getByRole('button', { name: 'Back' }));
  expect(screen.getByText('Step 1 of 3')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Skip' }));
  expect(onClose).toHaveBeenCalledOnce();
});
