'use client';
/** For a call that ran without asking: who had granted it, when, and where the grant is withdrawn. */
import { WorkspaceLink } from '@/components/shell/workspace-link';
import { Moment } from '@/components/shown/moment';
import { ShownText } from '@/components/shown/shown-text';
import { say, sayWith } from '@/components/words/say';
import type { AllowedAhead } from '@/lib/execution/call-record';

interface AllowedAheadLineProps {
  allowed: AllowedAhead;
  viewer: { id: string };
}

export function AllowedAheadLine({ allowed: { by, at }, viewer }: AllowedAheadLineProps) {
  return (
    <p data-testid="allowed-ahead" className="px-3 py-2.5 text-13 text-ink-2">
      {sayWith(by.id === viewer.id ? 'allowed.by-you' : 'allowed.by', {
        who: () => <ShownText text={by.name} />,
        when: () => <Moment iso={at} sentence />,
      })}{' '}
      <WorkspaceLink
        href="/settings/grants"
        className="text-ink underline underline-offset-2 max-md:inline-flex max-md:min-h-11 max-md:items-center"
      >
        {say('settings.grants.heading')}
      </WorkspaceLink>
    </p>
  );
}
