'use client';
import { useState } from 'react';
/** The drawing itself: loaded only when a chart is shown. Its labels are untrusted text, and are drawn as text. */
import {
  Bar,
  BarChart,
  CartesianGrid,
  Cell,
  Line,
  LineChart,
  Pie,
  PieChart,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import { ShownText } from '@/components/shown/shown-text';
import { visibleString } from '@/components/shown/visible-text';
import { readerLocale } from '../table/cell-words';
import { FLAT, type Labels, labelsFor } from './chart-labels';
import { COLOURS, DASHES } from './chart-looks';
import type { Chart } from './chart-of';

/** Characters of a label below or beside a drawing; the full text is in the table and in the tooltip. */
const LONGEST = 16;
const HEIGHT = 260;
/** To the left of the drawing. */
const AXIS = 52;

export function ChartDrawing({ chart, others }: { chart: Chart; others: string }) {
  const rows = rowsOf(chart, others);
  const [width, setWidth] = useState(600);
  const labels = labelsFor(
    chart.kind,
    rows.map(({ label }) => short(label).length),
    width - AXIS - MARGIN.left - MARGIN.right,
  );
  const height = HEIGHT + labels.room - FLAT;
  return (
    <ResponsiveContainer
      width="100%"
      height={height}
      initialDimension={{ width: 600, height }}
      onResize={setWidth}
    >
      {chart.kind === 'share'
        ? shares(chart, rows)
        : chart.kind === 'line'
          ? lines(chart, rows, labels)
          : bars(chart, rows, labels)}
    </ResponsiveContainer>
  );
}

interface DrawnRow {
  label: string;
  words: { name: string; said: string }[];
  /** By series, under `s0`, `s1`: untrusted names are not used as keys. */
  [series: `s${number}`]: number | null;
}

function rowsOf({ categories, series, others }: Chart, otherWords: string): DrawnRow[] {
  return categories.map((category, at) => ({
    label: others > 0 && at === categories.length - 1 ? otherWords : category,
    words: series.map(({ name, words }) => ({ name, said: words[at] ?? '' })),
    ...Object.fromEntries(series.map(({ values }, place) => [`s${place}`, values[at] ?? null])),
  }));
}

const short = (text: string) => {
  const seen = visibleString(text);
  return seen.length > LONGEST ? `${seen.slice(0, LONGEST - 1)}…` : seen;
};

function figure(value: unknown): string {
  const compact = { notation: 'compact', maximumFractionDigits: 1 } as const;
  return typeof value === 'number' ? new Intl.NumberFormat(readerLocale(), compact).format(value) : '';
}

const TICK = { fill: 'var(--muted)', fontSize: 12 };
const MARGIN = { top: 8, right: 12, bottom: 4, left: 4 };

function axes({ every, slant, room }: Labels) {
  const whole = {
    interval: 0 as const,
    angle: -slant,
    textAnchor: slant > 0 ? ('end' as const) : ('middle' as const),
    height: room,
  };
  return [
    <CartesianGrid key="grid" vertical={false} stroke="var(--line)" />,
    <XAxis
      key="x"
      dataKey="label"
      tickFormatter={short}
      tick={TICK}
      tickLine={false}
      stroke="var(--line)"
      {...(every ? whole : { minTickGap: 16 })}
    />,
    <YAxis key="y" tickFormatter={figure} tick={TICK} tickLine={false} axisLine={false} width={AXIS} />,
    <Tooltip
      key="tip"
      content={Pointed}
      cursor={{ fill: 'var(--hover)', stroke: 'var(--edge)' }}
      isAnimationActive={false}
    />,
  ];
}
const colour = (place: number) => COLOURS[place % COLOURS.length] as string;

function lines({ series, categories }: Chart, rows: DrawnRow[], labels: Labels) {
  return (
    <LineChart data={rows} margin={MARGIN} accessibilityLayer={false}>
      {axes(labels)}
      {series.map(({ name }, place) => (
        <Line
          key={name}
          dataKey={`s${place}`}
          stroke={colour(place)}
          strokeWidth={2}
          strokeDasharray={DASHES[place % DASHES.length] ?? ''}
          dot={categories.length <= 31 ? { r: 2.5, fill: colour(place), strokeWidth: 0 } : false}
          connectNulls
          isAnimationActive={false}
        />
      ))}
    </LineChart>
  );
}

function bars({ series }: Chart, rows: DrawnRow[], labels: Labels) {
  return (
    <BarChart data={rows} margin={MARGIN} accessibilityLayer={false}>
      {axes(labels)}
      {series.map(({ name }, place) => (
        <Bar
          key={name}
          dataKey={`s${place}`}
          fill={colour(place)}
          radius={[3, 3, 0, 0]}
          maxBarSize={44}
          isAnimationActive={false}
        />
      ))}
    </BarChart>
  );
}

function shares(_: Chart, rows: DrawnRow[]) {
  return (
    <PieChart margin={MARGIN} accessibilityLayer={false}>
      <Pie
        data={rows}
        dataKey="s0"
        nameKey="label"
        innerRadius="58%"
        outerRadius="92%"
        stroke="var(--raised)"
        strokeWidth={2}
        rootTabIndex={-1}
        isAnimationActive={false}
      >
        {rows.map((row, place) => (
          <Cell key={row.label} fill={colour(place)} />
        ))}
      </Pie>
      <Tooltip content={Pointed} isAnimationActive={false} />
    </PieChart>
  );
}

/** The exact values in the tooltip. */
function Pointed({ active, payload }: { active?: boolean; payload?: readonly { payload?: unknown }[] }) {
  const [first] = payload ?? [];
  const row = first?.payload as DrawnRow | undefined;
  if (!active || !row?.words) return null;
  return (
    <div className="max-w-64 rounded-control border border-line bg-raised px-2.5 py-1.5 text-12 text-ink shadow-float">
      <p className="break-words font-medium">
        <ShownText text={row.label} />
      </p>
      {row.words
        .filter(({ said }) => said !== '')
        .map(({ name, said }) => (
          <p key={name} className="break-words text-ink-2">
            {name !== '' && (
              <>
                <ShownText text={name} />:{' '}
              </>
            )}
            <span className="font-mono">{said}</span>
          </p>
        ))}
    </div>
  );
}
