/** Colours of a chart's series, from the page's own: distinguishable in both themes, and without meaning. */
export const COLOURS = [
  'var(--chart-1)',
  'var(--chart-2)',
  'var(--chart-3)',
  'var(--chart-4)',
  'var(--chart-5)',
  'var(--chart-6)',
];
/** Lines can be told apart without colours, too. */
export const DASHES = ['', '6 3', '2 3', '8 3 2 3', '12 4', '1 4'];
