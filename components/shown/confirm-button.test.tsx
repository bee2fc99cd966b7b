// @vitest-environment happy-dom
/**
 * Tab stops at a Confirm that is not ready yet: people who tabbed past it and back would take it for the button beside
 * it.
 */
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { press } from '../tool-call/testing/press';
import { pass, useScreen } from '../tool-call/testing/screen';
import { ConfirmButton } from './confirm-button';

beforeEach(useScreen);
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const onConfirm = vi.fn();
const show = (more: { open?: boolean; busy?: boolean }) =>
  render(
    <ConfirmButton open busy={false} describedBy="why" className="" onConfirm={onConfirm} {...more}>
      Confirm
    </ConfirmButton>,
  );
const button = () => screen.getByRole<HTMLButtonElement>('button');
const tab = () => document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab', bubbles: true }));

it.each([
  ['it has not stood still for long enough', {}],
  ['something has to be seen first', { open: false }],
])('is in the order of Tab while %s, and does nothing', async (_why, more) => {
  show(more);
  expect(button().disabled).toBe(true);
  tab();
  expect(button().disabled).toBe(false);
  act(() => button().focus());
  press(button());
  expect(onConfirm).not.toHaveBeenCalled();
  expect(button().getAttribute('aria-disabled')).toBe('true');
});

it('is closed again as soon as Tab has led elsewhere', async () => {
  show({ open: false });
  tab();
  await pass(50);
  expect(button().disabled).toBe(true);
});

it('is left out while an answer is on its way', () => {
  show({ busy: true });
  tab();
  expect(button().disabled).toBe(true);
});
