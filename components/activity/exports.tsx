'use client';
/** Downloads of the record: a table of what the page shows, and a file that proves itself. */
import { Download } from 'lucide-react';
import { useState } from 'react';
import { wordsOf } from '@/components/api/api';
import { saveFile } from '@/components/tool-call/table/save-file';
import { say, sayWith } from '@/components/words/say';
import { Button, buttonClass } from '../ui/button';
import { Icon } from '../ui/icon';
import { MOST_READ, readAll } from './read-all';
import { recordTable } from './record-table';
import { storiesOf } from './stories';
import { type Filters, searchOf } from './use-receipts';

const FORMATS = ['csv', 'jsonl'] as const;

interface ExportsProps {
  filters: Filters;
  isNarrowed: boolean;
  publicKey: string;
}

export function Exports({ filters, isNarrowed, publicKey }: ExportsProps) {
  return (
    <section aria-label={say('activity.export')} className="mt-6">
      <div className="flex flex-wrap items-center gap-2">
        <TableButton filters={filters} />
      </div>
      <p className="mt-4 flex flex-wrap gap-2">
        {FORMATS.map((format) => (
          <a
            key={format}
            download
            href={`/api/activity/export?${searchOf(filters, { format })}`}
            className={buttonClass('outline')}
          >
            <Icon of={Download} />
            {say(`record.proofs.${format}`)}
          </a>
        ))}
      </p>
      <p className="mt-2 break-words text-13 text-muted">
        {sayWith(isNarrowed ? 'activity.export-narrowed' : 'activity.export-all', {
          key: () => <code className="break-all font-mono text-ink-2">{publicKey}</code>,
          command: (words) => <code className="font-mono text-ink-2">{words}</code>,
        })}
      </p>
    </section>
  );
}

function TableButton({ filters }: Pick<ExportsProps, 'filters'>) {
  const [read, setRead] = useState<number | null>(null);
  const [said, setSaid] = useState('');
  const make = async () => {
    setRead(0);
    setSaid('');
    try {
      const { receipts, others, isCut } = await readAll(filters, setRead);
      const table = recordTable(storiesOf(receipts, others));
      const day = new Date().toISOString().slice(0, 10);
      saveFile(`amber-activity-${day}.csv`, new Blob(['\ufeff', table], { type: 'text/csv' }));
      if (isCut) setSaid(say('record.table.cut', { count: MOST_READ }));
    } catch (error) {
      setSaid(wordsOf(error));
    }
    setRead(null);
  };
  return (
    <>
      <Button look="outline" disabled={read !== null} onClick={() => void make()}>
        <Icon of={Download} />
        {say('record.table')}
      </Button>
      <p role="status" className="text-13 text-muted">
        {read !== null ? say('record.table.making', { count: read }) : said || say('record.table.about')}
      </p>
    </>
  );
}
