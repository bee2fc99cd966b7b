'use client';
/** What a call answered: a table at once where it is a list, otherwise rows or text; errors in words. */
import { useState } from 'react';
import { LongText } from './long-text';
import { type Column, type ColumnKind, MOST_ROWS, type ResultTable } from './result-table';
import { HiddenNote, ShownText } from './shown-text';
import {
  BodyCell,
  type CellLooks,
  HeadCell,
  TableBody,
  TableFrame,
  TableHead,
  TableRow,
} from './table-frame';
import { ValueList } from './tool-input';
import type { ToolResult } from './tool-result';
import { isLong } from './value-rows';

/** Rows of a table that are shown at first. */
const FIRST_ROWS = 10;

export function ToolOutput({ result }: { result: ToolResult }) {
  switch (result.kind) {
    case 'empty':
      return <p className="text-13 text-muted">It answered nothing.</p>;
    case 'none':
      return <p className="text-13 text-muted">The list is empty.</p>;
    case 'error':
      return (
        <div className="text-13 text-failed">
          <LongText text={result.text} name="Error" />
        </div>
      );
    case 'text':
      return <TextResult text={result.text} cutFrom={result.cutFrom} />;
    case 'rows':
      return <ValueList rows={result.rows} />;
    case 'table':
      return <TableResult table={result.table} />;
  }
}

function TextResult({ text, cutFrom }: { text: string; cutFrom: number | null }) {
  return (
    <div className="text-13 text-ink">
      <LongText text={text} name="Result" />
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
  return { ...looks, whole: looks.whole || column.short, place: column.place };
}

function TableResult({ table }: { table: ResultTable }) {
  const [all, setAll] = useState(false);
  const rows = all ? table.rows : table.rows.slice(0, FIRST_ROWS);
  return (
    <div className="min-w-0">
      <TableFrame bare foot={footOf(table, rows.length)}>
        <TableHead>
          <TableRow>
            {table.columns.map((column) => (
              <HeadCell key={column.path.join('.')} looks={looksOf(column)}>
                <ShownText text={column.label} />
              </HeadCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map((cells, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a result never changes; a row is its place in it
            <TableRow key={place}>
              {table.columns.map((column, index) => (
                <ResultCell
                  key={column.path.join('.')}
                  text={cells[index]?.text ?? ''}
                  title={cells[index]?.title}
                  label={column.label}
                  looks={looksOf(column)}
                />
              ))}
            </TableRow>
          ))}
        </TableBody>
      </TableFrame>
      {rows.length < table.rows.length && (
        <button
          type="button"
          onClick={() => setAll(true)}
          className="mx-3 mb-3 min-h-7 rounded-badge border border-edge px-2.5 font-medium text-13 text-ink-2 max-md:min-h-11"
        >
          Show {table.rows.length.toLocaleString('en-US')} rows
        </button>
      )}
    </div>
  );
}

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
  if (total > MOST_ROWS) words.push(`at most ${MOST_ROWS} are shown`);
  if (more) words.push('the tool has more');
  if (columnsLeft > 0) words.push(`${columnsLeft} columns left out`);
  return words.join(', ');
}
