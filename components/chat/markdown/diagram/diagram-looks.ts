/** The looks of diagrams: in the page's own colours, from its present theme. */
import type { Looks } from './draw-diagram';

/** The colours from which Mermaid derives all others. */
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
  // Text is measured in one document and displayed in another: both use only the system's fonts.
  const fontFamily = 'system-ui, sans-serif';
  return {
    theme: 'base',
    fontFamily,
    themeVariables: { ...Object.fromEntries(colours), darkMode: isDark, fontFamily, fontSize: '14px' },
  };
}
