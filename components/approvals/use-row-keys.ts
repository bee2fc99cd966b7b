'use client';
/** In a list of rows: j and k go down and up, x chooses the row for what is done to several. Enter is the row's own. */
import { type RefObject, useEffect } from 'react';

export function useRowKeys(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { target, key } = event;
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (!list.current || document.querySelector('dialog[open]') || isWriting(target)) return;
      const done = key === 'x' ? choose() : move(list.current, { j: 1, k: -1 }[key]);
      if (done) event.preventDefault();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [list]);
}

function move(list: HTMLElement, by: number | undefined): boolean {
  if (by === undefined) return false;
  const rows = [...list.querySelectorAll<HTMLElement>('[data-row]')];
  const here = rows.findIndex((row) => row.closest('li')?.contains(document.activeElement));
  const next = rows[here < 0 ? 0 : Math.min(Math.max(here + by, 0), rows.length - 1)];
  next?.focus();
  return next !== undefined;
}

function choose(): boolean {
  const box = document.activeElement?.closest('li')?.querySelector<HTMLElement>('[data-row-choice]');
  box?.click();
  return box !== null && box !== undefined;
}

function isWriting(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest('textarea, select, [contenteditable], input:not([type="checkbox"])') !== null
  );
}
