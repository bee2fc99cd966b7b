'use client';
/** One row of a result's list, and how its columns look. */
import { memo, type Ref } from 'react';
import { LongText } from '@/components/shown/long-text';
import { HiddenNote, ShownText } from '@/components/shown/shown-text';
import { BodyCell, type CellLooks, TableRow } from '@/components/shown/table/table-frame';
import { isLong } from '@/components/shown/table/value-rows';
import { LookUpNamed } from '../look-up/look-up-id';
import { isLead } from '../result/columns';
import type { Column, ColumnKind, ResultTable } from '../result/result-table';

const LOOKS: Record<ColumnKind, Omit<CellLooks, 'place'>> = {
  text: { figure: false, exact: false, whole: false },
  number: { figure: true, exact: false, whole: true },
  money: { figure: true, exact: true, whole: true },
  date: { figure: false, exact: false, whole: true },
  id: { figure: false, exact: true, whole: true },
};

export function looksOf(column: Column): CellLooks {
  const looks = LOOKS[column.kind];
  const { place, label } = column;
  // A name needs no visible heading; screen readers get its column's.
  const isTitle = place === 'first' && (column.kind === 'text' || column.kind === 'id') && isLead(column);
  return { ...looks, whole: looks.whole || column.short, place, named: label !== '' && !isTitle };
}

interface ResultRowProps {
  table: ResultTable;
  columns: readonly Column[];
  /** Its position in the result. */
  row: number;
  /** Its position among the rows shown, if not all are rendered. */
  place?: number;
  measured?: Ref<HTMLTableRowElement>;
}

/** Rendered once: what was shown stays as it is when more comes below it. */
export const ResultRow = memo(({ table, columns, row, place, measured }: ResultRowProps) => (
  <TableRow
    ref={measured}
    data-index={place}
    // The head is the first row.
    aria-rowindex={place === undefined ? undefined : place + 2}
  >
    {columns.map((column) => {
      const { text, title } = table.cell(row, column);
      return (
        <BodyCell key={column.path.join('.')} looks={looksOf(column)} label={column.label} title={title}>
          {text === '' ? null : isLong(text) ? (
            <LongText text={text} name={column.label} />
          ) : (
            <LookUpNamed
              path={column.path}
              valueAt={(path) => table.value(row, { ...column, path })}
              text={text}
            >
              <ShownText text={text} />
              <HiddenNote text={text} />
            </LookUpNamed>
          )}
        </BodyCell>
      );
    })}
  </TableRow>
));
