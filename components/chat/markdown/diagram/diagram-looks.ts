/** How diagrams look: in the page's own colours, as its theme has them at this moment. */
import type { Looks } from './draw-diagram';

/** What Mermaid makes all others from. */
const COLOURS = {
  background: '--raised',
  primaryColor: '--soft',
  primaryTextColor: '--ink',
  primaryBorderColor: '--edge',
  secondaryColor: '--quiet',
  secondaryTextColor: '--ink',
  secondaryBorderColor: '--edge',
  tertiaryColor: '--raised',
  tertiaryTextColor: '--ink',
  tertiaryBorderColor: '--edge',
  lineColor: '--muted',
  textColor: '--ink',
  titleColor: '--ink',
  noteBkgColor: '--quiet',
  noteTextColor: '--ink',
  noteBorderColor: '--edge',
  edgeLabelBackground: '--raised',
  clusterBkg: '--quiet',
  clusterBorder: '--line',
  pie1: '--chart-1',
  pie2: '--chart-2',
  pie3: '--chart-3',
  pie4: '--chart-4',
  pie5: '--chart-5',
  pie6: '--chart-6',
  pieSectionTextColor: '--raised',
  pieStrokeColor: '--raised',
  pieOuterStrokeColor: '--line',
} as const;

export function diagramLooks(isDark: boolean): Looks {
  const page = getComputedStyle(document.documentElement);
  const colours = Object.entries(COLOURS).map(([name, token]) => [name, page.getPropertyValue(token).trim()]);
  // Words are measured in one place and shown in another: both have the system's fonts and no other.
  const fontFamily = 'system-ui, sans-serif';
  return {
    theme: 'base',
    fontFamily,
    themeVariables: { ...Object.fromEntries(colours), darkMode: isDark, fontFamily, fontSize: '14px' },
  };
}
