'use client';
/** The record of the team, for its admins: what happened, newest first, and its export. */
import { Download } from 'lucide-react';
import { SettingsPage } from '@/components/shell/settings-page';
import type { ReceiptPage } from '@/lib/receipts/receipt-view';
import { Button, buttonClass } from '../ui/button';
import { Icon } from '../ui/icon';
import { ActivityFilters } from './activity-filters';
import { ReceiptRow } from './receipt-row';
import { type Filters, searchOf, useReceipts } from './use-receipts';

export interface ActivityProps {
  initial: ReceiptPage;
  people: { id: string; name: string }[];
  /** With which exports are signed. */
  publicKey: string;
}

export function Activity({ initial, people, publicKey }: ActivityProps) {
  const { page, filters, isLoading, problem, show, more } = useReceipts(initial);
  const isNarrowed = searchOf(filters) !== '';
  return (
    <SettingsPage name="activity">
      <p className="mt-1.5 mb-5 max-w-prose text-16 text-muted">
        Nothing here can be changed or deleted. Arguments, results and reasons stand in it as hashes.
      </p>
      <ActivityFilters people={people} isLoading={isLoading} onShow={(wanted) => void show(wanted)} />
      <p role="alert" className="mt-3 text-13 text-failed empty:hidden">
        {problem}
      </p>
      <Exports filters={filters} isNarrowed={isNarrowed} publicKey={publicKey} />
      {page.receipts.length > 0 ? (
        <ol aria-label="Receipts" aria-busy={isLoading} className="mt-4 border-t">
          {page.receipts.map((receipt) => (
            <ReceiptRow key={receipt.id} receipt={receipt} />
          ))}
        </ol>
      ) : (
        <Nothing isNarrowed={isNarrowed} onAll={() => void show({})} />
      )}
      {page.next !== null && (
        <Button className="mt-4" disabled={isLoading} onClick={() => void more()}>
          Show more
        </Button>
      )}
    </SettingsPage>
  );
}

function Nothing({ isNarrowed, onAll }: { isNarrowed: boolean; onAll: () => void }) {
  return (
    <div className="mt-6 border-y py-8">
      <p className="text-16">
        {isNarrowed ? 'Nothing like that has happened.' : 'Nothing has happened yet.'}
      </p>
      <p className="mt-1 text-14 text-muted">
        {isNarrowed ? 'Ask for less, or for other days.' : 'What is asked, decided and run will appear here.'}
      </p>
      {isNarrowed && (
        <Button className="mt-4" onClick={onAll}>
          Show everything
        </Button>
      )}
    </div>
  );
}

const FORMATS = [
  ['csv', 'Export as CSV'],
  ['jsonl', 'Export as JSON lines'],
] as const;

interface ExportsProps {
  filters: Filters;
  isNarrowed: boolean;
  publicKey: string;
}

function Exports({ filters, isNarrowed, publicKey }: ExportsProps) {
  return (
    <section aria-label="Export" className="mt-6">
      <div className="flex flex-wrap gap-2">
        {FORMATS.map(([format, words]) => (
          <a
            key={format}
            download
            href={`/api/activity/export?${searchOf(filters, { format })}`}
            className={buttonClass('outline')}
          >
            <Icon of={Download} />
            {words}
          </a>
        ))}
      </div>
      <p className="mt-2 break-words text-13 text-muted">
        {isNarrowed ? 'What is asked for in full, everything else by its hashes. ' : 'All of it. '}
        Signed with the key <code className="break-all font-mono text-ink-2">{publicKey}</code>; check a file
        with <code className="font-mono text-ink-2">npm run verify-receipts -- FILE KEY</code>.
      </p>
    </section>
  );
}
