'use client';
/**
 * One grant: its sentence, whose calls it covers, who gave it, for how long and how many calls; and the button to take
 * it back.
 */
import { WorkspaceLink } from '@/components/shell/workspace-link';
import { LongText } from '@/components/shown/long-text';
import { Moment } from '@/components/shown/moment';
import { ShownText } from '@/components/shown/shown-text';
import { visibleString } from '@/components/shown/visible-text';
import { grantWords } from '@/components/tool-call/grant/grant-words';
import { Button } from '@/components/ui/button';
import { ownWords } from '@/components/words/own-words';
import { say, sayWith } from '@/components/words/say';
import type { GrantView } from '@/lib/grants/grant-view';
import { type GrantState, isInForce, overWords, peopleWords, usedWords } from './grants-state';

interface GrantRowProps {
  grant: GrantView;
  state: GrantState;
  viewer: { id: string };
  /** Revoking is in progress. */
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
        {isAsleep && <p className="mb-0.5 font-medium text-13 text-ink-2">{say('grants.asleep')}.</p>}
        <div className={`text-14 ${isOpen ? 'text-ink' : 'text-ink-2'}`}>
          <LongText text={sentenceOf(grant)} name={say('grants.sentence')} />
        </div>
        <p className="mt-1 break-words text-13 text-muted">
          <ShownText text={peopleWords(grant, viewer.id)} /> <Moment iso={grant.createdAt} sentence />.{' '}
          {usedWords(grant, state)}.{' '}
          {isInForce(state) ? (
            sayWith('grants.until', { when: () => <Moment iso={grant.expiresAt} /> })
          ) : (
            <Over grant={grant} state={state} />
          )}
        </p>
        <p className="mt-0.5 break-words text-13 text-muted">
          {sayWith('grants.of', {
            tool: () => (
              <span className="font-mono text-12">
                <ShownText text={grant.tool} />
              </span>
            ),
            server: () => <ShownText text={grant.server} />,
          })}
          {grant.chatId !== null && <InChat chatId={grant.chatId} />}
        </p>
      </div>
      {isInForce(state) && (
        <Button
          aria-label={`${endWords(isAsleep, isEnding)}: ${visibleString(ownWords(grant, grant.title) || grant.tool)}`}
          disabled={isEnding}
          onClick={onTakeBack}
          className="shrink-0"
        >
          {endWords(isAsleep, isEnding)}
        </Button>
      )}
    </li>
  );
}

function endWords(isAsleep: boolean, isEnding: boolean): string {
  if (isAsleep) return isEnding ? say('grants.removing') : say('grants.remove');
  return isEnding ? say('grants.taking-back') : say('grants.take-back');
}

function InChat({ chatId }: { chatId: string }) {
  return sayWith('grants.in-chat', {
    chat: (words) => (
      <WorkspaceLink
        href={`/chat/${encodeURIComponent(chatId)}`}
        className="text-ink-2 underline underline-offset-2"
      >
        {words}
      </WorkspaceLink>
    ),
  });
}

/** How it ended, and when, if somebody ended it. */
function Over({ grant, state }: { grant: GrantView; state: Exclude<GrantState, 'open' | 'asleep'> }) {
  const at =
    state === 'void' || state === 'revoked' ? grant.revokedAt : state === 'expired' ? grant.expiresAt : null;
  return (
    <span className="font-medium text-ink-2">
      {overWords(state)}
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

/** The remaining uses and the expiry are shown beside it. */
function sentenceOf(grant: GrantView): string {
  const { title, bounds, chatId, used, remaining } = grant;
  const times = remaining === null ? null : used + remaining;
  return grantWords(ownWords(grant, title), bounds, { thisChat: chatId !== null, times, until: null });
}
