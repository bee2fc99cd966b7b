import type { Config } from 'tailwindcss';

/**
 * The few colours, sizes and radii of the page. Colours are variables with a light and a dark value, set in
 * `app/globals.css`; nothing else in the tree names a colour. Amber (`card`, `fill`, `wait`) is used only for what
 * waits for a person's decision.
 */
const color = (name: string) => `var(--${name})`;

const COLORS = [
  'page',
  'side',
  'raised',
  'paper',
  'soft',
  'chosen',
  'line',
  'edge',
  'ink',
  'ink-2',
  'muted',
  'act',
  'on-act',
  'card',
  'card-line',
  'card-edge',
  'card-ink',
  'card-ink-2',
  'fill',
  'on-fill',
  'fill-edge',
  'wait',
  'quiet',
  'quiet-edge',
  'done',
  'failed',
  'code-aside',
  'code-word',
  'code-text',
  'code-value',
  'code-name',
  'hover',
  'active',
];

export default {
  darkMode: 'class',
  content: [],
  theme: {
    /** One breakpoint: below it the side bar is a sheet and targets are 44 px. */
    screens: { md: '720px' },
    colors: {
      transparent: 'transparent',
      current: 'currentColor',
      ...Object.fromEntries(COLORS.map((name) => [name, color(name)])),
    },
    /** Named by their pixels: `text-13` is 13 px on a line of 20. */
    fontSize: {
      12: ['0.75rem', '1rem'],
      13: ['0.8125rem', '1.25rem'],
      14: ['0.875rem', '1.25rem'],
      16: ['1rem', '1.625rem'],
      20: ['1.25rem', { lineHeight: '1.75rem', letterSpacing: '-0.015em' }],
      24: ['1.5rem', { lineHeight: '2rem', letterSpacing: '-0.02em' }],
    },
    fontFamily: {
      sans: ['var(--font-geist-sans)', 'Inter', 'system-ui', 'sans-serif'],
      mono: ['var(--font-geist-mono)', 'ui-monospace', 'monospace'],
    },
    fontWeight: { normal: '400', medium: '500', semibold: '600' },
    borderRadius: {
      none: '0',
      escape: '4px',
      badge: '6px',
      control: '8px',
      table: '10px',
      card: '12px',
      message: '14px',
      full: '9999px',
    },
    boxShadow: { none: 'none', float: 'var(--float)' },
    extend: {
      /** Widths of the layout: the conversation, the admin's pages, these with their navigation, the side bar, the measure of prose. */
      maxWidth: { column: '680px', wide: '960px', beside: '1168px', prose: '544px' },
      width: { side: '264px' },
    },
  },
} satisfies Config;
