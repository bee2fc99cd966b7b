'use client';
/** One grant: its sentence, whose calls it is about, who gave it, how long and how often; and the way to end it. */
import { WorkspaceLink } from '@/components/shell/workspace-link';
import { LongText } from '@/components/shown/long-text';
import { Moment } from '@/components/shown/moment';
import { ShownText } from '@/components/shown/shown-text';
import { visibleString } from '@/components/shown/visible-text';
import { Button } from '@/components/ui/button';
import type { GrantView } from '@/lib/grants/grant-view';
import { ASLEEP_WORDS, type GrantState, isInForce, OVER_WORDS, peopleWords, usedWords } from './grants-state';

interface GrantRowProps {
  grant: GrantView;
  state: GrantState;
  viewer: { id: string };
  /** It is on its way. */
  isEnding: boolean;
  onTakeBack(): void;
}

export function GrantRow({ grant, state, viewer, isEnding, onTakeBack }: GrantRowProps) {
  const isOpen = state === 'open';
  const isAsleep = state === 'asleep';
  return (
    <li
      data-testid="grant"
      data-state={state}
      className="flex items-start justify-between gap-x-6 gap-y-3 px-4 py-3 max-md:flex-col"
    >
      <div className="min-w-0">
        {isAsleep && <p className="mb-0.5 font-medium text-13 text-ink-2">{ASLEEP_WORDS}.</p>}
        <div className={`text-14 ${isOpen ? 'text-ink' : 'text-ink-2'}`}>
          <LongText text={grant.sentence} name="What runs without asking" />
        </div>
        <p className="mt-1 break-words text-13 text-muted">
          <ShownText text={peopleWords(grant, viewer.id)} /> <Moment iso={grant.createdAt} sentence />.{' '}
          {usedWords(grant, state)}.{' '}
          {isInForce(state) ? (
            <>
              Until <Moment iso={grant.expiresAt} />.
            </>
          ) : (
            <Over grant={grant} state={state} />
          )}
        </p>
        <p className="mt-0.5 break-words text-13 text-muted">
          <span className="font-mono text-12">
            <ShownText text={grant.tool} />
          </span>{' '}
          of <ShownText text={grant.server} />
          {grant.chatId !== null && (
            <>
              , in{' '}
              <WorkspaceLink
                href={`/chat/${encodeURIComponent(grant.chatId)}`}
                className="text-ink-2 underline underline-offset-2"
              >
                one chat
              </WorkspaceLink>
            </>
          )}
        </p>
      </div>
      {isInForce(state) && (
        <Button
          aria-label={`${isAsleep ? 'Remove' : 'Take back'}: ${visibleString(grant.title || grant.tool)}`}
          disabled={isEnding}
          onClick={onTakeBack}
          className="shrink-0"
        >
          {isAsleep ? (isEnding ? 'Removing…' : 'Remove') : isEnding ? 'Taking back…' : 'Take back'}
        </Button>
      )}
    </li>
  );
}

/** How it ended, and when where somebody ended it. */
function Over({ grant, state }: { grant: GrantView; state: keyof typeof OVER_WORDS }) {
  const at =
    state === 'void' || state === 'revoked' ? grant.revokedAt : state === 'expired' ? grant.expiresAt : null;
  return (
    <span className="font-medium text-ink-2">
      {OVER_WORDS[state]}
      {at !== null && (
        <>
          {' '}
          <Moment iso={at} sentence />
        </>
      )}
      .
    </span>
  );
}
