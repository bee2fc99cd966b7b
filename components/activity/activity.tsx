'use client';
/** The record of the team, for its admins: what happened, newest first, and its export. */
import { SettingsPage } from '@/components/shell/settings-page';
import { useWorkspace } from '@/components/shell/workspace';
import { WorkspaceLink } from '@/components/shell/workspace-link';
import { say } from '@/components/words/say';
import { works } from '@/lib/people/roles';
import type { ReceiptPage } from '@/lib/receipts/receipt-view';
import { Button, buttonClass } from '../ui/button';
import { ActivityFilters, type OwnTool } from './activity-filters';
import { Exports } from './exports';
import { storiesOf } from './stories';
import { StoryRow } from './story-row';
import { useArrival } from './use-arrival';
import { type Filters, searchOf, useReceipts } from './use-receipts';

export interface ActivityProps {
  initial: ReceiptPage;
  people: { id: string; name: string }[];
  /** Our own tools, which can be found by their titles as well. */
  tools: OwnTool[];
  /** The public key that exports are signed with. */
  publicKey: string;
  /** Filters from the address, which the first page has applied already. */
  asked: Filters;
}

export function Activity({ initial, people, tools, publicKey, asked }: ActivityProps) {
  const { page, filters, isLoading, problem, show, more } = useReceipts(initial, asked);
  const isNarrowed = searchOf(filters) !== '';
  const stories = storiesOf(page.receipts, page.others);
  const { counted, list, onShow, onMore } = useArrival(page);
  const ask = (wanted: Filters) => {
    onShow();
    void show(wanted);
  };
  return (
    <SettingsPage name="activity">
      <p className="mt-1.5 mb-5 max-w-prose text-16 text-muted">{say('activity.intro')}</p>
      <details data-testid="activity-filters" open={searchOf(asked) !== ''}>
        <summary className="w-fit cursor-pointer rounded-control py-1 font-medium text-14 max-md:min-h-11 max-md:py-3">
          {say('activity.filters')}
        </summary>
        <div className="mt-3">
          <ActivityFilters people={people} tools={tools} asked={asked} onShow={ask} />
        </div>
      </details>
      <p role="alert" className="mt-3 text-13 text-failed empty:hidden">
        {problem}
      </p>
      <Exports filters={filters} isNarrowed={isNarrowed} publicKey={publicKey} />
      <p ref={counted} role="status" tabIndex={-1} className="mt-6 w-fit rounded-control text-14 text-ink-2">
        {foundWords(stories.length, page.next !== null, isNarrowed)}
      </p>
      {stories.length > 0 ? (
        <ol ref={list} aria-label={say('activity.list')} aria-busy={isLoading} className="mt-2 border-t">
          {stories.map((story) => (
            <StoryRow key={story[0].id} story={story} />
          ))}
        </ol>
      ) : (
        <Nothing isNarrowed={isNarrowed} onAll={() => ask({})} />
      )}
      {page.next !== null && (
        <Button
          className="mt-4"
          onClick={() => {
            onMore();
            void more();
          }}
        >
          {say('inbox.more')}
        </Button>
      )}
    </SettingsPage>
  );
}

function foundWords(count: number, isMore: boolean, isNarrowed: boolean): string {
  if (count === 0) return say(isNarrowed ? 'activity.none-like' : 'activity.none');
  return say(isMore ? 'activity.found-so-far' : 'activity.found', { count });
}

function Nothing({ isNarrowed, onAll }: { isNarrowed: boolean; onAll: () => void }) {
  const { viewer } = useWorkspace();
  return (
    <div className="mt-2 border-t pt-2 pb-8">
      <p className="text-14 text-muted">
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
