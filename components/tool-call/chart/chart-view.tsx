'use client';
/** A chart of a result's list: the possible kinds, the drawing, its legend, and the same figures as a table. */
import { Copy, Download, Table2 } from 'lucide-react';
import { type RefObject, useId, useRef, useState } from 'react';
import { ShownText } from '@/components/shown/shown-text';
import { ScrollBox } from '@/components/shown/table/scroll-box';
import { visibleString } from '@/components/shown/visible-text';
import { say } from '@/components/words/say';
import type { ResultTable } from '../result/result-table';
import { readerLocale } from '../table/cell-words';
import { dayNamed, saveFile } from '../table/save-file';
import { categoryOf, Legend, legendOf, notesOf } from './chart-legend';
import { COLOURS } from './chart-looks';
import { type Chart, type ChartKind, type ChartWish, chartOf } from './chart-of';
import { pictureOf, type Told } from './chart-picture';
import { ChartDrawing } from './drawn-apart';

interface ChartViewProps {
  table: ResultTable;
  wish?: ChartWish;
  /** In the reader's words; absent: what is measured, by what. */
  title?: string | undefined;
}

const WORDS = {
  line: 'results.chart.line',
  bar: 'results.chart.bar',
  share: 'results.chart.share',
  tiles: 'results.chart.tiles',
} as const;

export function ChartView({ table, wish = {}, title }: ChartViewProps) {
  const [kind, setKind] = useState<ChartKind | undefined>(wish.kind);
  const [hasTable, setTable] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const id = useId();
  const chart = chartOf(table, { ...wish, kind }) ?? chartOf(table, { ...wish, kind: undefined });
  if (!chart) return <p className="px-3 py-2.5 text-13 text-muted">{say('results.chart.none')}</p>;
  const name = title || say('results.chart.title', { measure: chart.measure, by: chart.by });
  return (
    <figure
      data-testid="chart"
      data-kind={chart.kind}
      aria-labelledby={id}
      className="@container min-w-0 px-3 py-2.5"
    >
      <div className="mb-2 flex flex-wrap items-center gap-x-4 gap-y-1.5">
        <figcaption id={id} className="min-w-0 flex-1 break-words font-medium text-13 text-ink">
          <ShownText text={name} />
        </figcaption>
        {chart.kinds.length > 1 && <KindChoice chart={chart} onChoose={setKind} />}
      </div>
      {chart.kind === 'tiles' ? (
        <Tiles chart={chart} />
      ) : (
        <>
          {/* Screen readers get the table below. */}
          <div ref={box} aria-hidden className="min-h-[260px] min-w-0 text-ink">
            <ChartDrawing chart={chart} others={say('results.chart.others', { count: chart.others })} />
          </div>
          <Legend chart={chart} />
          {notesOf(chart).map((note) => (
            <p key={note} className="mt-1 text-12 text-muted">
              {note}
            </p>
          ))}
          {hasTable ? (
            <ScrollBox name={visibleString(name)} className="-outline-offset-2 mt-2 max-h-72 overflow-auto">
              <Figures chart={chart} name={name} />
            </ScrollBox>
          ) : (
            <div className="sr-only">
              <Figures chart={chart} name={name} />
            </div>
          )}
          <ChartActions
            box={box}
            chart={chart}
            name={name}
            hasTable={hasTable}
            onTable={() => setTable(!hasTable)}
          />
        </>
      )}
    </figure>
  );
}

function KindChoice({ chart, onChoose }: { chart: Chart; onChoose(kind: ChartKind): void }) {
  return (
    <fieldset
      className="flex min-w-0 shrink-0 rounded-control bg-soft p-0.5"
      aria-label={say('results.chart.as')}
    >
      {chart.kinds.map((kind) => (
        <button
          key={kind}
          type="button"
          aria-pressed={kind === chart.kind}
          onClick={() => onChoose(kind)}
          className={`min-h-6 rounded-badge px-2 text-12 max-md:min-h-11 max-md:px-3 ${kind === chart.kind ? 'bg-chosen font-medium text-ink' : 'text-ink-2 hover:text-ink'}`}
        >
          {say(WORDS[kind])}
        </button>
      ))}
    </fieldset>
  );
}

function Tiles({ chart }: { chart: Chart }) {
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,10rem),1fr))] gap-2">
      {chart.categories.map((_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a tile is its place
        <li key={at} className="min-w-0 rounded-control border border-line px-3 py-2">
          <p className="break-words text-12 text-muted">
            <ShownText text={categoryOf(chart, at)} />
          </p>
          {chart.series.map(
            ({ name, words }) =>
              words[at] !== '' && (
                <p key={name} className="wrap-anywhere font-mono text-14 text-ink">
                  {words[at]}
                </p>
              ),
          )}
        </li>
      ))}
    </ul>
  );
}

/** The same, for reading. */
function Figures({ chart, name }: { chart: Chart; name: string }) {
  return (
    <table className="w-full text-12">
      <caption className="sr-only">
        <ShownText text={name} />
      </caption>
      <thead>
        <tr>
          <th scope="col" className="py-1 pr-3 text-left font-medium text-muted">
            <ShownText text={chart.by} />
          </th>
          {chart.series.map((series, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a series is its place
            <th key={at} scope="col" className="py-1 pl-3 text-right font-medium text-muted">
              <ShownText text={series.name || chart.measure} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {chart.categories.map((_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a category is its place
          <tr key={at} className="border-line border-t">
            <th scope="row" className="break-words py-1 pr-3 text-left font-normal text-ink-2">
              <ShownText text={categoryOf(chart, at)} />
            </th>
            {chart.series.map((series, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: as above
              <td key={place} className="whitespace-nowrap py-1 pl-3 text-right font-mono text-ink">
                {series.words[at]}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const ACTION = 'flex shrink-0 items-center gap-1.5 text-ink-2 hover:text-ink max-md:min-h-11';

interface ChartActionsProps {
  box: RefObject<HTMLDivElement | null>;
  chart: Chart;
  name: string;
  hasTable: boolean;
  onTable(): void;
}

function ChartActions({ box, chart, name, hasTable, onTable }: ChartActionsProps) {
  const [said, setSaid] = useState('');
  const picture = async () => (box.current ? pictureOf(box.current, toldOf(chart, name)) : null);
  const copy = async () => {
    try {
      const drawn = await picture();
      if (!drawn) throw new Error('Nothing is drawn.');
      await navigator.clipboard.write([new ClipboardItem({ 'image/png': drawn })]);
      setSaid(say('results.chart.copied'));
    } catch {
      setSaid(say('results.chart.not-copied'));
    }
  };
  const save = async () => {
    const drawn = await picture().catch(() => null);
    if (drawn) saveFile(dayNamed(name, 'png'), drawn);
    else setSaid(say('results.chart.not-copied'));
  };
  return (
    <div className="mt-2 flex flex-wrap items-center justify-end gap-x-4 text-12 text-muted">
      <span role="status" className="mr-auto">
        {said}
      </span>
      <button type="button" aria-pressed={hasTable} onClick={onTable} className={ACTION}>
        <Table2 aria-hidden size={13} strokeWidth={1.75} />
        {say('results.chart.figures')}
      </button>
      <button type="button" onClick={() => void copy()} className={ACTION}>
        <Copy aria-hidden size={13} strokeWidth={1.75} />
        {say('results.chart.copy')}
      </button>
      <button type="button" onClick={() => void save()} className={ACTION}>
        <Download aria-hidden size={13} strokeWidth={1.75} />
        {say('results.chart.png')}
      </button>
    </div>
  );
}

/** What the page says around the drawing, since an image is viewed without the page. */
function toldOf(chart: Chart, name: string): Told {
  const today = new Intl.DateTimeFormat(readerLocale(), { dateStyle: 'long' }).format(new Date());
  const legend = legendOf(chart).map((one, at) => ({
    name: visibleString(one),
    colour: COLOURS[at % COLOURS.length] ?? '',
  }));
  return { title: visibleString(name), day: today, legend, notes: notesOf(chart).map(visibleString) };
}
