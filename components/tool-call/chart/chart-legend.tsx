'use client';
/** What the colours of a chart mean, in words. */
import { ShownText } from '@/components/shown/shown-text';
import { say } from '@/components/words/say';
import { COLOURS } from './chart-looks';
import type { Chart } from './chart-of';

/** The label of a category; the last may be all others. */
export function categoryOf(chart: Chart, at: number): string {
  const isOthers = chart.others > 0 && at === chart.categories.length - 1;
  return isOthers ? say('results.chart.others', { count: chart.others }) : (chart.categories[at] ?? '');
}

/** The meaning of each colour; nothing if there is only one. In a chart of shares each category has one. */
export function legendOf(chart: Chart): string[] {
  if (chart.kind === 'share')
    return chart.categories.map((_, at) => `${categoryOf(chart, at)}, ${chart.series[0]?.words[at] ?? ''}`);
  return chart.series.length < 2 ? [] : chart.series.map(({ name }) => name);
}

/** What the scale counts, and what is not drawn. Currencies next to each other look as if they could be compared. */
export function notesOf({ currencies, kind, left }: Chart): string[] {
  const [unit] = currencies;
  const hasUnit = unit !== undefined && kind !== 'share';
  const words =
    currencies.length > 1 ? say('results.chart.mixed') : say('results.chart.unit', { unit: unit ?? '' });
  return [...(hasUnit ? [words] : []), ...(left > 0 ? [say('results.chart.left', { count: left })] : [])];
}

export function Legend({ chart }: { chart: Chart }) {
  const names = legendOf(chart);
  if (names.length === 0) return null;
  return (
    <ul aria-hidden className="mt-1.5 flex flex-wrap gap-x-4 gap-y-1 text-12 text-ink-2">
      {names.map((name, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a colour is its place
        <li key={at} className="flex min-w-0 items-center gap-1.5">
          <span
            className="size-2.5 shrink-0 rounded-full"
            style={{ background: COLOURS[at % COLOURS.length] }}
          />
          <span className="min-w-0 break-words">
            <ShownText text={name} />
          </span>
        </li>
      ))}
    </ul>
  );
}
