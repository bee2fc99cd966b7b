'use client';
/** What a call answered: a table at once where it is a list, otherwise rows or text; errors in words. */
import { memo, useState } from 'react';
import { LongText } from '@/components/shown/long-text';
import { HiddenNote, ShownText } from '@/components/shown/shown-text';
import {
  BodyCell,
  type CellLooks,
  TableBody,
  TableFrame,
  TableHeads,
  TableRow,
} from '@/components/shown/table-frame';
import { isLong } from '@/components/shown/value-rows';
import { ValueList } from '../tool-input';
import { type Cell, type Column, type ColumnKind, MOST_ROWS, type ResultTable } from './result-table';
import type { ToolResult } from './tool-result';

/** Rows of a table that are shown at first, and up to how many more with each press: more at once would hold the page up. */
const FIRST_ROWS = 10;
const AT_ONCE = 200;

/** @param roomy it stands in a call's details, not on a card: long texts have more room */
export function ToolOutput({ result, roomy = false }: { result: ToolResult; roomy?: boolean }) {
  switch (result.kind) {
    case 'empty':
      return <p className="text-13 text-muted">It answered nothing.</p>;
    case 'none':
      return <p className="text-13 text-muted">The list is empty.</p>;
    case 'error':
      return (
        <div className="text-13 text-failed">
          <LongText text={result.text} name="Error" roomy={roomy} />
        </div>
      );
    case 'text':
      return <TextResult {...result} roomy={roomy} />;
    case 'rows':
      return <ValueList rows={result.rows} roomy={roomy} />;
    case 'table':
      return <TableResult table={result.table} />;
    case 'record':
      return <RecordResult {...result} roomy={roomy} />;
  }
}

type RecordProps = Pick<Extract<ToolResult, { kind: 'record' }>, 'rows' | 'tables'> & { roomy: boolean };

function RecordResult({ rows, tables, roomy }: RecordProps) {
  return (
    <div className="min-w-0 divide-y divide-line">
      {rows.length > 0 && (
        <div className="px-3 py-2.5">
          <ValueList rows={rows} roomy={roomy} />
        </div>
      )}
      {tables.map(({ path, table }) => (
        <div key={path} className="min-w-0">
          <p className="wrap-anywhere px-3 pt-2.5 pb-1 font-mono text-12 text-muted">
            <ShownText text={path} />
          </p>
          <TableResult table={table} />
        </div>
      ))}
    </div>
  );
}

type TextProps = Pick<Extract<ToolResult, { kind: 'text' }>, 'text' | 'cutFrom'> & { roomy: boolean };

function TextResult({ text, cutFrom, roomy }: TextProps) {
  return (
    <div className="text-13 text-ink">
      <LongText text={text} name="Result" roomy={roomy} />
      {cutFrom !== null && (
        <p className="mt-1 text-12 text-muted">
          The first {text.length.toLocaleString('en-US')} of {cutFrom.toLocaleString('en-US')} characters.
        </p>
      )}
    </div>
  );
}

const LOOKS: Record<ColumnKind, Omit<CellLooks, 'place'>> = {
  text: { figure: false, exact: false, whole: false },
  number: { figure: true, exact: false, whole: true },
  money: { figure: true, exact: true, whole: true },
  date: { figure: false, exact: false, whole: true },
  id: { figure: false, exact: true, whole: true },
};

function looksOf(column: Column): CellLooks {
  const looks = LOOKS[column.kind];
  return { ...looks, whole: looks.whole || column.short, place: column.place, named: column.label !== '' };
}

function TableResult({ table }: { table: ResultTable }) {
  const [most, setMost] = useState(FIRST_ROWS);
  const rows = table.rows.slice(0, most);
  const left = table.rows.length - rows.length;
  return (
    <div className="min-w-0">
      <TableFrame bare foot={footOf(table, rows.length)}>
        {!table.nameless && <TableHeads names={table.columns.map((one) => [one.label, looksOf(one)])} />}
        <TableBody>
          {rows.map((cells, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a result never changes; a row is its place in it
            <ResultRow key={place} columns={table.columns} cells={cells} />
          ))}
        </TableBody>
      </TableFrame>
      {left > 0 && (
        <button
          type="button"
          onClick={() => setMost(most === FIRST_ROWS ? AT_ONCE : most + AT_ONCE)}
          className="mx-3 mb-3 min-h-7 rounded-badge border border-edge px-2.5 font-medium text-13 text-ink-2 max-md:min-h-11"
        >
          {left <= AT_ONCE
            ? `Show ${table.rows.length.toLocaleString('en-US')} rows`
            : `Show ${AT_ONCE} more rows`}
        </button>
      )}
    </div>
  );
}

/** Drawn once: what was shown stays as it is when more comes below it. */
const ResultRow = memo(({ columns, cells }: { columns: readonly Column[]; cells: () => Cell[] }) => {
  const drawn = cells();
  return (
    <TableRow>
      {columns.map((column, index) => (
        <ResultCell
          key={column.path.join('.')}
          text={drawn[index]?.text ?? ''}
          title={drawn[index]?.title}
          label={column.label}
          looks={looksOf(column)}
        />
      ))}
    </TableRow>
  );
});

function ResultCell({
  text,
  title,
  label,
  looks,
}: {
  text: string;
  title?: string;
  label: string;
  looks: CellLooks;
}) {
  return (
    <BodyCell looks={looks} label={label} title={title}>
      {text === '' ? null : isLong(text) ? (
        <LongText text={text} name={label} />
      ) : (
        <>
          <ShownText text={text} />
          <HiddenNote text={text} />
        </>
      )}
    </BodyCell>
  );
}

/** "10 of 25 rows", and what else there is to know about what is not shown. */
function footOf(table: ResultTable, shown: number): string {
  const { total, more, columnsLeft } = table;
  const words = [
    `${shown.toLocaleString('en-US')} of ${total.toLocaleString('en-US')} ${total === 1 ? 'row' : 'rows'}`,
  ];
  if (total > MOST_ROWS) words.push(`at most ${MOST_ROWS.toLocaleString('en-US')} are shown`);
  if (more) words.push('the tool has more');
  if (columnsLeft > 0) words.push(`${columnsLeft} columns left out`);
  return words.join(', ');
}
