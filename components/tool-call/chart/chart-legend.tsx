'use client';
/** What the colours of a chart mean, in words. */
import { ShownText } from '@/components/shown/shown-text';
import { say } from '@/components/words/say';
import { COLOURS } from './chart-looks';
import type { Chart } from './chart-of';

/** What stands under a category; the last may be all others. */
export function categoryOf(chart: Chart, at: number): string {
  const isOthers = chart.others > 0 && at === chart.categories.length - 1;
  return isOthers ? say('results.chart.others', { count: chart.others }) : (chart.categories[at] ?? '');
}

/** What each colour is. Of shares each category has one. */
export function Legend({ chart }: { chart: Chart }) {
  const names =
    chart.kind === 'share'
      ? chart.categories.map((_, at) => `${categoryOf(chart, at)}, ${chart.series[0]?.words[at] ?? ''}`)
      : chart.series.map(({ name }) => name);
  if (names.length < 2 && chart.kind !== 'share') return null;
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
