'use client';
/** Below a list: copies its rows for pasting, or downloads them as a file for spreadsheets. */
import { Copy, Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { useCopy } from '@/components/shown/use-copy';
import { say } from '@/components/words/say';
import { dayNamed, saveFile } from './save-file';

interface TableActionsProps {
  /** Made on demand. */
  pasted(): string;
  csv(): string;
  /** Of the file, without the day. */
  name(): string;
  /** Further actions, before these. */
  children?: ReactNode;
}

export const ACTION =
  'flex shrink-0 items-center gap-1.5 text-ink-2 hover:text-ink max-md:-my-2 max-md:min-h-11';

export function TableActions({ pasted, csv, name, children }: TableActionsProps) {
  const { said, copy } = useCopy(say('results.table.copy'));
  // Without this byte order mark, spreadsheets assume a legacy encoding.
  const save = () => saveFile(dayNamed(name(), 'csv'), new Blob(['\ufeff', csv()], { type: 'text/csv' }));
  return (
    <div className="flex min-w-0 flex-wrap items-center justify-end gap-x-4">
      {children}
      <button type="button" onClick={() => void copy(pasted())} className={ACTION}>
        <Copy aria-hidden size={13} strokeWidth={1.75} />
        <span aria-live="polite">{said}</span>
      </button>
      <button type="button" onClick={save} className={ACTION}>
        <Download aria-hidden size={13} strokeWidth={1.75} />
        {say('results.table.csv')}
      </button>
    </div>
  );
}
