// @vitest-environment happy-dom
/** The position of a popover: inside the window, in full or scrolling. */
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { type Align, Popover } from './popover';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const toggled = (name: string, newState: string) => Object.assign(new Event(name), { newState });

/** The position of a panel of this size, opened by this button. */
function opened(button: Partial<DOMRect>, width: number, height: number, align: Align = 'end') {
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(width);
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(height);
  render(
    <Popover label="Columns" face="Columns" buttonClass="" align={align}>
      {() => <p>ID</p>}
    </Popover>,
  );
  const dialog = screen.getByRole('dialog', { hidden: true });
  vi.spyOn(screen.getByRole('button', { name: 'Columns' }), 'getBoundingClientRect').mockReturnValue(
    button as DOMRect,
  );
  fireEvent(dialog, toggled('beforetoggle', 'open'));
  fireEvent(dialog, toggled('toggle', 'open'));
  return { top: dialog.style.top, left: dialog.style.left };
}

it('stands below its button, or above it in the lower half of the window', () => {
  const { innerHeight: height } = window;
  expect(opened({ top: 60, bottom: 104, left: 10, right: 210 }, 200, 100).top).toBe('108px');
  cleanup();
  const low = { top: height - 100, bottom: height - 56, left: 10, right: 210 };
  expect(opened(low, 200, 100).top).toBe(`${height - 204}px`);
});

it('lies over its button rather than out of the window', () => {
  const { innerHeight: height, innerWidth: width } = window;
  const button = { top: 60, bottom: 104, left: width - 90, right: width - 10 };
  expect(opened(button, 200, height - 16, 'start')).toEqual({ top: '8px', left: `${width - 208}px` });
  cleanup();
  expect(opened({ ...button, left: 10, right: 90 }, 200, 100)).toEqual({ top: '108px', left: '8px' });
});
