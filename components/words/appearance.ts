'use client';
/** The page's appearance: three attributes on its root element, which the server wrote from the person's choices. */
import { useSyncExternalStore } from 'react';
import { type Appearance, isTheme, type Theme } from '@/lib/people/preferences';
import { chooseThemeInBrowser } from './choose';

const listeners = new Set<() => void>();

/** Applied at once; the caller stores it on the server. */
export function showAppearance({ theme, density, textSize }: Partial<Appearance>): void {
  const { dataset } = document.documentElement;
  if (theme) {
    dataset.theme = theme;
    chooseThemeInBrowser(theme);
  }
  if (density) dataset.density = density;
  if (textSize) dataset.text = textSize;
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The person's choice; on the server, where it has no effect, the system's. */
export function useTheme(): Theme {
  return useSyncExternalStore<Theme>(listen, chosen, () => 'system');
}

function chosen(): Theme {
  const { theme } = document.documentElement.dataset;
  return isTheme(theme) ? theme : 'system';
}

/** Whether the page is dark now, by choice or by the system. */
export function isDark(): boolean {
  return document.documentElement.classList.contains('dark');
}
