// @vitest-environment happy-dom
/** Where what floats above the page stands: inside the window, whole or scrolling. */
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { type Align, Popover } from './popover';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const toggled = (name: string, newState: string) => Object.assign(new Event(name), { newState });

function opened(
  button: Partial<DOMRect>,
  panel: Partial<DOMRect>,
  align: Align = 'end',
): CSSStyleDeclaration {
  render(
    <Popover label="Columns" face="Columns" buttonClass="" align={align}>
      {() => <p>ID</p>}
    </Popover>,
  );
  const dialog = screen.getByRole('dialog', { hidden: true });
  vi.spyOn(screen.getByRole('button', { name: 'Columns' }), 'getBoundingClientRect').mockReturnValue(
    button as DOMRect,
  );
  vi.spyOn(dialog, 'getBoundingClientRect').mockReturnValue(panel as DOMRect);
  fireEvent(dialog, toggled('beforetoggle', 'open'));
  fireEvent(dialog, toggled('toggle', 'open'));
  return dialog.style;
}

const HEIGHT = () => window.innerHeight;

it('is no taller than the window has room below its button, or above it', () => {
  const below = opened({ top: 60, bottom: 104, left: 10, right: 90 }, { left: 8, right: 200 });
  expect([below.top, below.maxHeight]).toEqual(['108px', `${HEIGHT() - 104 - 12}px`]);
  cleanup();
  const top = HEIGHT() - 100;
  const above = opened({ top, bottom: top + 44, left: 10, right: 90 }, { left: 8, right: 200 });
  expect([above.top, above.maxHeight]).toEqual(['auto', `${top - 12}px`]);
});

it('is moved in where it would stand beyond an edge', () => {
  const button = { top: 60, bottom: 104, left: window.innerWidth - 90, right: window.innerWidth - 10 };
  const right = opened(button, { left: window.innerWidth - 90, right: window.innerWidth + 110 }, 'start');
  expect(right.left).toBe(`${window.innerWidth - 208}px`);
  cleanup();
  const left = opened({ ...button, left: 10, right: 90 }, { left: -110, right: 90 });
  expect([left.left, left.right]).toEqual(['8px', 'auto']);
});
