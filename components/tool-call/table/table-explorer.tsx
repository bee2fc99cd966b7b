'use client';
/**
 * A list of a result: searched, sorted, with a choice of columns, totals, copying and downloading; of many rows only
 * visible ones are rendered.
 */
import { ChartColumn } from 'lucide-react';
import { type ReactNode, useDeferredValue, useMemo, useRef, useState } from 'react';
import { ShownText } from '@/components/shown/shown-text';
import { HeadCell, TableBody, TableFrame, TableHead, TableRow } from '@/components/shown/table/table-frame';
import { say } from '@/components/words/say';
import { chartOf } from '../chart/chart-of';
import { ChartView } from '../chart/chart-view';
import { type Column, MOST_ROWS, type ResultTable } from '../result/result-table';
import { readerLocale } from './cell-words';
import { csvOf, pastedOf } from './csv';
import { looksOf, ResultRow } from './result-row';
import { TableActions } from './table-actions';
import { SortButton, TableTools } from './table-tools';
import { addsNothing, isByCurrency, rowsFor, type Sorting, sumsOf } from './table-view';
import { VirtualRows } from './virtual-rows';

/** Rows shown at first; a list of no more needs no search. */
const FIRST_ROWS = 10;
/** Above this, only visible rows are rendered; below, a page can find, print and read out all of them. */
const MANY_ROWS = 200;

export function TableExplorer({ table, name = 'table' }: { table: ResultTable; name?: string | undefined }) {
  const [filter, setFilter] = useState('');
  const [sorting, setSorting] = useState<Sorting | null>(null);
  const [columns, setColumns] = useState<readonly Column[]>(table.columns);
  const [isWhole, setWhole] = useState(false);
  const wanted = useDeferredValue(filter);
  const rows = useMemo(() => rowsFor(table, { filter: wanted, sorting }), [table, wanted, sorting]);
  const all = useRef<HTMLDivElement>(null);
  const showAll = () => {
    setWhole(true);
    // The button disappears: the focus moves to the list that it has filled.
    all.current?.focus({ preventScroll: true });
  };
  const mayDraw = useMemo(() => chartOf(table) !== null && table.rows.length > 1, [table]);
  const isSearched = table.rows.length > FIRST_ROWS && !table.nameless;
  const tools = (
    <TableTools
      table={table}
      columns={columns}
      filter={filter}
      sorting={sorting}
      setFilter={setFilter}
      setSorting={setSorting}
      setColumns={setColumns}
    />
  );
  return (
    <div ref={all} tabIndex={-1} className="min-w-0 outline-none">
      {mayDraw && <ChartDisclosure table={table} />}
      <Rows
        table={table}
        name={name}
        columns={columns}
        rows={rows}
        isWhole={isWhole}
        sorting={sorting}
        setSorting={setSorting}
        tools={isSearched ? tools : undefined}
      />
      {rows.length === 0 && <p className="px-3 pb-3 text-13 text-muted">{say('results.table.none')}</p>}
      <Sums table={table} columns={columns} rows={rows} />
      {!isWhole && rows.length > FIRST_ROWS && <ShowAll count={rows.length} onClick={showAll} />}
    </div>
  );
}

interface RowsProps extends Omit<HeadsProps, 'isStable'> {
  /** Of a downloaded file. */
  name: string;
  /** The matching rows, in order. */
  rows: number[];
  /** All of them are shown, not only the first. */
  isWhole: boolean;
  tools: ReactNode;
}

function Rows({ table, name, columns, rows, isWhole, sorting, setSorting, tools }: RowsProps) {
  const scrolling = useRef<HTMLDivElement>(null);
  const shown = isWhole ? rows : rows.slice(0, FIRST_ROWS);
  const scrolls = isWhole && table.rows.length > MANY_ROWS;
  return (
    <TableFrame
      bare
      tools={tools}
      foot={footOf(table, { shown: shown.length, rows, sorting, wide: columns.length })}
      actions={
        <TableActions
          pasted={() => pastedOf(table, columns, rows)}
          csv={() => csvOf(table, columns, rows)}
          name={() => name}
        />
      }
      scrolling={scrolls ? scrolling : undefined}
      rowCount={scrolls ? rows.length + 1 : undefined}
    >
      {!table.nameless && (
        <Heads table={table} columns={columns} sorting={sorting} setSorting={setSorting} isStable={scrolls} />
      )}
      {scrolls ? (
        <VirtualRows table={table} columns={columns} rows={rows} scrolling={scrolling} />
      ) : (
        <TableBody>
          {shown.map((row) => (
            <ResultRow key={row} table={table} columns={columns} row={row} />
          ))}
        </TableBody>
      )}
    </TableFrame>
  );
}

function ShowAll({ count, onClick }: { count: number; onClick(): void }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="mx-3 mb-3 min-h-7 rounded-badge border border-edge px-2.5 font-medium text-13 text-ink-2 max-md:min-h-11"
    >
      {say('results.table.show-all', { count })}
    </button>
  );
}

/** A list with amounts can be shown as a chart as well. */
function ChartDisclosure({ table }: { table: ResultTable }) {
  const [open, setOpen] = useState(false);
  return (
    <div className="min-w-0 border-line border-b">
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="inline-flex min-h-8 items-center gap-1.5 px-3 text-12 text-ink-2 hover:text-ink max-md:min-h-11"
      >
        <ChartColumn aria-hidden size={13} strokeWidth={1.75} />
        {open ? say('results.chart.hide') : say('results.chart.show')}
      </button>
      {open && <ChartView table={table} />}
    </div>
  );
}

interface HeadsProps {
  table: ResultTable;
  columns: readonly Column[];
  sorting: Sorting | null;
  setSorting(sorting: Sorting | null): void;
  /** Columns keep their widths while rows come and go. */
  isStable: boolean;
}

function Heads({ table, columns, sorting, setSorting, isStable }: HeadsProps) {
  const widths = useMemo(
    () => (isStable ? columns.map((one) => widthOf(table, one)) : []),
    [table, columns, isStable],
  );
  return (
    <TableHead>
      <TableRow aria-rowindex={isStable ? 1 : undefined}>
        {columns.map((column, place) => (
          <HeadCell
            key={column.path.join('.')}
            looks={looksOf(column)}
            characters={widths[place]}
            sorted={
              sorting?.column.path !== column.path ? 'none' : sorting.descending ? 'descending' : 'ascending'
            }
          >
            <SortButton column={column} sorting={sorting} setSorting={setSorting} />
          </HeadCell>
        ))}
      </TableRow>
    </TableHead>
  );
}

/** Characters of the longest value, up to the greatest width of a column. */
function widthOf(table: ResultTable, column: Column): number {
  let longest = column.label.length + 2;
  for (let row = 0; row < table.rows.length; row++) {
    const { length } = String(table.value(row, column) ?? '');
    if (length > longest) longest = length;
  }
  return Math.min(column.kind === 'money' ? longest + 6 : longest, 32);
}

/** The totals of the matching rows' amounts, by currency. */
function Sums({ table, columns, rows }: { table: ResultTable; columns: readonly Column[]; rows: number[] }) {
  const sums = useMemo(
    () =>
      addsNothing(table, rows)
        ? []
        : columns.map((column) => ({ column, sums: sumsOf(table, column, rows) })),
    [table, columns, rows],
  ).filter((one) => one.sums.length > 0);
  if (sums.length === 0 || rows.length < 2) return null;
  return (
    <div className="flex flex-wrap gap-x-4 gap-y-1 px-3 pb-2.5 text-12 text-muted" data-testid="table-sums">
      <p>{say('results.table.totals', { count: rows.length })}</p>
      <dl className="flex min-w-0 flex-wrap gap-x-4 gap-y-1">
        {sums.map(({ column, sums: said }) => (
          <div key={column.path.join('.')} className="flex min-w-0 flex-wrap gap-x-1.5">
            <dt>
              <ShownText text={column.label} />
            </dt>
            <dd className="min-w-0 text-ink-2">{inARow(said)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** "4,200.00 EUR and 80.00 USD": amounts of several currencies are listed, never added up. */
function inARow(said: readonly string[]): ReactNode {
  const list = new Intl.ListFormat(readerLocale(), { type: 'conjunction' });
  return list.formatToParts(said).map(({ type, value }) =>
    type === 'element' ? (
      <span key={value} className="whitespace-nowrap font-mono">
        {value}
      </span>
    ) : (
      value
    ),
  );
}

interface FootFacts {
  /** How many of the matching rows are rendered. */
  shown: number;
  rows: readonly number[];
  sorting: Sorting | null;
  /** How many columns are shown. */
  wide: number;
}

/** "10 of 25 rows", and what else there is to know about what is not shown. */
function footOf(table: ResultTable, { shown, rows: found, sorting, wide }: FootFacts) {
  const { total, more, rows, others, columns } = table;
  const isFound = found.length < rows.length;
  const words = [
    isFound
      ? say('results.table.found', { found: found.length, count: total })
      : say('results.table.shown', { shown, count: total }),
  ];
  if (total > MOST_ROWS) words.push(say('results.table.most', { count: MOST_ROWS }));
  if (more) words.push(say('results.table.more'));
  const left = columns.length + others.length - wide;
  if (left > 0) words.push(say('results.table.left', { count: left }));
  if (isByCurrency(table, found, sorting)) words.push(say('results.table.by-currency'));
  return words.join(', ');
}
