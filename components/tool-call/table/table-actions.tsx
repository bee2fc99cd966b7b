'use client';
/** Under a list: its rows to be pasted, or as a file for spreadsheets. */
import { Copy, Download } from 'lucide-react';
import { useCopy } from '@/components/shown/use-copy';
import { say } from '@/components/words/say';
import type { Column, ResultTable } from '../result/result-table';
import { csvOf, pastedOf } from './csv';
import { dayNamed, saveFile } from './save-file';

interface TableActionsProps {
  table: ResultTable;
  columns: readonly Column[];
  rows: readonly number[];
  /** Of the file. */
  name: string;
}

const LOOKS = 'flex shrink-0 items-center gap-1.5 text-ink-2 hover:text-ink max-md:-my-2 max-md:min-h-11';

export function TableActions({ table, columns, rows, name }: TableActionsProps) {
  const { said, copy } = useCopy(say('results.table.copy'));
  // Spreadsheets take a file for one of the system's old alphabet where it does not begin so.
  const save = () =>
    saveFile(dayNamed(name, 'csv'), new Blob(['\ufeff', csvOf(table, columns, rows)], { type: 'text/csv' }));
  return (
    <div className="flex shrink-0 flex-wrap items-center justify-end gap-x-4">
      <button type="button" onClick={() => void copy(pastedOf(table, columns, rows))} className={LOOKS}>
        <Copy aria-hidden size={13} strokeWidth={1.75} />
        <span aria-live="polite">{said}</span>
      </button>
      <button type="button" onClick={save} className={LOOKS}>
        <Download aria-hidden size={13} strokeWidth={1.75} />
        {say('results.table.csv')}
      </button>
    </div>
  );
}
