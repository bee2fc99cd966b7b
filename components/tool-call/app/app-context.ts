/**
 * What a server's page is told about its surroundings: theme, colours, language, available space. Nothing about the
 * chat, nor about its reader.
 */
import { currentLanguage } from '@/components/words/say';

/** The extension's names for colours, by ours. */
const COLOURS = {
  '--color-background-primary': '--raised',
  '--color-background-secondary': '--soft',
  '--color-background-tertiary': '--quiet',
  '--color-text-primary': '--ink',
  '--color-text-secondary': '--ink-2',
  '--color-text-tertiary': '--muted',
  '--color-text-danger': '--failed',
  '--color-text-success': '--done',
  '--color-text-warning': '--wait',
  '--color-border-primary': '--line',
  '--color-border-secondary': '--edge',
  '--color-ring-primary': '--ink',
} as const;

export function appContext(frame: HTMLElement, maxHeight: number): Record<string, unknown> {
  const root = document.documentElement;
  const page = getComputedStyle(root);
  const colours = Object.entries(COLOURS).map(([name, ours]) => [name, page.getPropertyValue(ours).trim()]);
  return {
    theme: root.classList.contains('dark') ? 'dark' : 'light',
    styles: { variables: { ...Object.fromEntries(colours), '--font-sans': 'system-ui, sans-serif' } },
    displayMode: 'inline',
    availableDisplayModes: ['inline'],
    containerDimensions: { width: frame.clientWidth, maxHeight },
    locale: currentLanguage().locale,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    userAgent: 'amber',
    platform: 'web',
  };
}

/** Reports a change of the theme, and of the width. */
export function watchLooks(frame: HTMLElement, changed: () => void, signal: AbortSignal): void {
  const theme = new MutationObserver(changed);
  theme.observe(document.documentElement, { attributes: true, attributeFilter: ['class'] });
  let width = frame.clientWidth;
  const size = new ResizeObserver(() => {
    if (frame.clientWidth === width) return;
    width = frame.clientWidth;
    changed();
  });
  size.observe(frame);
  signal.addEventListener('abort', () => {
    theme.disconnect();
    size.disconnect();
  });
}
