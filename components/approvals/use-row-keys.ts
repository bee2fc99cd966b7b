'use client';
/**
 * Keys in a list of rows: j and k move down and up, x selects the row for an action on several. Enter belongs to the
 * row itself.
 */
import { type RefObject, useEffect } from 'react';
import { takeFocus } from '@/components/shown/take-focus';

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

/** If a row is open, the row that is moved to is opened instead: the keys act on what is visible. */
function move(list: HTMLElement, by: number | undefined): boolean {
  if (by === undefined) return false;
  const next = rowFrom(list, by);
  takeFocus(next ?? null);
  const open = list.querySelector('[data-row][aria-expanded="true"]');
  if (open && next && open !== next) next.click();
  return next !== undefined;
}

/** Starts from the row with the focus, or from the line that replaced it; otherwise from the first row. */
function rowFrom(list: HTMLElement, by: number): HTMLElement | undefined {
  const rows = [...list.children].flatMap((entry) => rowOf(entry) ?? []);
  const place = document.activeElement?.closest('li');
  if (!place || !list.contains(place)) return rows[0];
  const here = rows.findIndex((row) => place.contains(row));
  if (here >= 0) return rows[Math.min(Math.max(here + by, 0), rows.length - 1)];
  const follows = (row: HTMLElement) =>
    (place.compareDocumentPosition(row) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  return by > 0 ? (rows.find(follows) ?? rows.at(-1)) : (rows.findLast((row) => !follows(row)) ?? rows[0]);
}

/** If only a few are pending, each card is open, and is its own row. */
function rowOf(entry: Element): HTMLElement | null {
  const row = entry.querySelector<HTMLElement>('[data-row]');
  const card = row ? null : entry.querySelector<HTMLElement>('[data-waits]');
  if (card) card.tabIndex = -1;
  return row ?? card;
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
