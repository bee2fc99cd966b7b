'use client';
/** The page behind the link to a shared chat. */
import { Page } from '@/components/shell/page';
import { Moment } from '@/components/shown/moment';
import { say } from '@/components/words/say';
import type { SharedChat } from '@/lib/chats/share-view';
import { ShownSnapshot } from './shown-snapshot';

export function SharedPage({ title, by, createdAt, messages }: SharedChat) {
  return (
    <Page title={title}>
      <div className="mx-auto max-w-column">
        <p className="mb-6 border-b pb-3 text-13 text-muted">
          {say('finding.shared.by', { name: by })} <Moment iso={createdAt} />
        </p>
        <ShownSnapshot messages={messages} />
      </div>
    </Page>
  );
}
