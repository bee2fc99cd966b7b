'use client';
/** How the page looks: three marks on its root element, which the server wrote as the person has chosen. */
import { useSyncExternalStore } from 'react';
import { type Appearance, isTheme, type Theme } from '@/lib/people/preferences';
import { chooseThemeInBrowser } from './choose';

const listeners = new Set<() => void>();

/** Shown at once; who keeps it says so to the server. */
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

/** The person's choice; on the server, where nothing of it is shown, that of the system. */
export function useTheme(): Theme {
  return useSyncExternalStore<Theme>(listen, chosen, () => 'system');
}

function chosen(): Theme {
  const { theme } = document.documentElement.dataset;
  return isTheme(theme) ? theme : 'system';
}

/** Whether the page is dark now, whoever wanted that. */
export function isDark(): boolean {
  return document.documentElement.classList.contains('dark');
}
