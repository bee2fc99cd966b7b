'use client';
/** The visible rows of a long list, with empty space as high as the rows before and after them. */
import { useVirtualizer } from '@tanstack/react-virtual';
import type { RefObject } from 'react';
import { TableBody } from '@/components/shown/table/table-frame';
import type { Column, ResultTable } from '../result/result-table';
import { ResultRow } from './result-row';

interface VirtualRowsProps {
  table: ResultTable;
  columns: readonly Column[];
  rows: readonly number[];
  scrolling: RefObject<HTMLDivElement | null>;
}

/** Pixels of a row with one line, and of the container until it has been measured. */
const ROW = 36;
const PLACE = { width: 640, height: 480 };

export function VirtualRows({ table, columns, rows, scrolling }: VirtualRowsProps) {
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scrolling.current,
    estimateSize: () => ROW,
    getItemKey: (place) => rows[place] ?? place,
    initialRect: PLACE,
    overscan: 12,
  });
  const drawn = virtual.getVirtualItems();
  const before = drawn[0]?.start ?? 0;
  const after = virtual.getTotalSize() - (drawn.at(-1)?.end ?? 0);
  return (
    <TableBody>
      <Gap height={before} />
      {drawn.map(({ index, key }) => (
        <ResultRow
          key={key}
          table={table}
          columns={columns}
          row={rows[index] ?? 0}
          place={index}
          measured={virtual.measureElement}
        />
      ))}
      <Gap height={after} />
    </TableBody>
  );
}

function Gap({ height }: { height: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden className="block">
      <td className="block p-0" style={{ height }} />
    </tr>
  );
}
