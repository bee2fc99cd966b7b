'use client';
/** The keyboard shortcuts, and what they open: the command palette and the list of shortcuts, each loaded on demand. */
import { useEffect, useState } from 'react';
import { later } from '@/components/ui/later';
import { useWorkspace } from '../workspace';
import { PaletteFrame } from './palette-frame';
import { isMac, type ShortcutId, shortcutOf } from './shortcuts';
import { isWide } from './wide';

const CardTour = later(async () => (await import('./card-tour')).CardTour);
const ShortcutList = later(async () => (await import('./shortcut-list')).ShortcutList);

export type HandsView = 'palette' | 'list' | 'tour';

const asked = new EventTarget();
const OPEN = 'open';

/** Opens the palette or the list of shortcuts, as their keys do; or the tour of the card. */
export function openHands(view: HandsView): void {
  asked.dispatchEvent(new CustomEvent(OPEN, { detail: view }));
}

export function Hands() {
  const { goTo, side } = useWorkspace();
  const [view, setView] = useState<HandsView | null>(null);
  useEffect(() => {
    const open = (event: Event) => setView((event as CustomEvent<HandsView>).detail);
    asked.addEventListener(OPEN, open);
    return () => asked.removeEventListener(OPEN, open);
  }, []);
  useShortcuts({
    palette: () => setView('palette'),
    list: () => setView('list'),
    newChat: () => goTo('/'),
    sideBar: () => (isWide() ? side.setOpen(!side.isOpen) : side.setSheetOpen(true)),
    composer: focusComposer,
  });
  // A dialog reports its closing a moment later: by then the other one may have been opened.
  const closing = (closed: HandsView) => () => setView((now) => (now === closed ? null : now));
  if (view === 'palette')
    return (
      <PaletteFrame
        onClose={closing('palette')}
        onList={() => setView('list')}
        onTour={() => setView('tour')}
      />
    );
  if (view === 'tour') return <CardTour onClose={closing('tour')} />;
  return view === 'list' ? <ShortcutList onClose={closing('list')} /> : null;
}

export function focusComposer(): void {
  document.querySelector<HTMLElement>('[data-composer]')?.focus();
}

function useShortcuts(acts: Record<ShortcutId, () => void>): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      // A dialog keeps the keyboard to itself.
      if (event.defaultPrevented || document.querySelector('dialog[open]')) return;
      const id = shortcutOf(event, isMac(), isWriting(event.target));
      if (!id) return;
      event.preventDefault();
      acts[id]();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  });
}

function isWriting(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest('input, textarea, select, [contenteditable]') !== null &&
    // Until the next frame the field of a dialog that has just closed still has the focus.
    target.closest('dialog:not([open])') === null
  );
}
