'use client';
/** The record of the team, for its admins: what happened, newest first, and its export. */
import { Download } from 'lucide-react';
import { SettingsPage } from '@/components/shell/settings-page';
import { useWorkspace } from '@/components/shell/workspace';
import { WorkspaceLink } from '@/components/shell/workspace-link';
import { say, sayWith } from '@/components/words/say';
import { works } from '@/lib/people/roles';
import type { ReceiptPage } from '@/lib/receipts/receipt-view';
import { Button, buttonClass } from '../ui/button';
import { Icon } from '../ui/icon';
import { ActivityFilters, type OwnTool } from './activity-filters';
import { storiesOf } from './stories';
import { StoryRow } from './story-row';
import { type Filters, searchOf, useReceipts } from './use-receipts';

export interface ActivityProps {
  initial: ReceiptPage;
  people: { id: string; name: string }[];
  /** Our own, which are known by their titles as well. */
  tools: OwnTool[];
  /** With which exports are signed. */
  publicKey: string;
}

export function Activity({ initial, people, tools, publicKey }: ActivityProps) {
  const { page, filters, isLoading, problem, show, more } = useReceipts(initial);
  const isNarrowed = searchOf(filters) !== '';
  return (
    <SettingsPage name="activity">
      <p className="mt-1.5 mb-5 max-w-prose text-16 text-muted">{say('activity.intro')}</p>
      <details data-testid="activity-filters">
        <summary className="w-fit cursor-pointer rounded-control py-1 font-medium text-14 max-md:min-h-11 max-md:py-3">
          {say('activity.filters')}
        </summary>
        <div className="mt-3">
          <ActivityFilters {...{ people, tools, isLoading }} onShow={(wanted) => void show(wanted)} />
        </div>
      </details>
      <p role="alert" className="mt-3 text-13 text-failed empty:hidden">
        {problem}
      </p>
      <Exports filters={filters} isNarrowed={isNarrowed} publicKey={publicKey} />
      {page.receipts.length > 0 ? (
        <ol aria-label={say('activity.list')} aria-busy={isLoading} className="mt-4 border-t">
          {storiesOf(page.receipts).map((story) => (
            <StoryRow key={story[0].id} story={story} />
          ))}
        </ol>
      ) : (
        <Nothing isNarrowed={isNarrowed} onAll={() => void show({})} />
      )}
      {page.next !== null && (
        <Button className="mt-4" disabled={isLoading} onClick={() => void more()}>
          {say('inbox.more')}
        </Button>
      )}
    </SettingsPage>
  );
}

function Nothing({ isNarrowed, onAll }: { isNarrowed: boolean; onAll: () => void }) {
  const { viewer } = useWorkspace();
  return (
    <div className="mt-6 border-y py-8">
      <p className="text-16">{isNarrowed ? say('activity.none-like') : say('activity.none')}</p>
      <p className="mt-1 text-14 text-muted">
        {isNarrowed ? say('activity.ask-less') : say('activity.will-appear')}
      </p>
      {isNarrowed && (
        <Button className="mt-4" onClick={onAll}>
          {say('activity.show-all')}
        </Button>
      )}
      {!isNarrowed && works(viewer.role) && (
        <WorkspaceLink href="/" className={buttonClass('outline', 'mt-4')}>
          {say('empty.ask')}
        </WorkspaceLink>
      )}
    </div>
  );
}

const FORMATS = ['csv', 'jsonl'] as const;

interface ExportsProps {
  filters: Filters;
  isNarrowed: boolean;
  publicKey: string;
}

function Exports({ filters, isNarrowed, publicKey }: ExportsProps) {
  return (
    <section aria-label={say('activity.export')} className="mt-6">
      <div className="flex flex-wrap gap-2">
        {FORMATS.map((format) => (
          <a
            key={format}
            download
            href={`/api/activity/export?${searchOf(filters, { format })}`}
            className={buttonClass('outline')}
          >
            <Icon of={Download} />
            {say(`activity.export.${format}`)}
          </a>
        ))}
      </div>
      <p className="mt-2 break-words text-13 text-muted">
        {sayWith(isNarrowed ? 'activity.export-narrowed' : 'activity.export-all', {
          key: () => <code className="break-all font-mono text-ink-2">{publicKey}</code>,
          command: (words) => <code className="font-mono text-ink-2">{words}</code>,
        })}
      </p>
    </section>
  );
}
