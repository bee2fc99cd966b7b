'use client';
/**
 * What the record says about a grant before it is given: which calls like this one would have run unasked, and which of
 * those somebody had cancelled.
 */
import { useEffect, useState } from 'react';
import { ApiError, request } from '@/components/api/api';
import { Moment } from '@/components/shown/moment';
import { dateWords } from '@/components/shown/say-time';
import { ShownText } from '@/components/shown/shown-text';
import { useNow } from '@/components/ui/use-now';
import { say } from '@/components/words/say';
import type { GrantWish } from '@/lib/grants/grant-view';
import { type Counted, type GrantTried, REPLAY_DAYS } from '@/lib/replay/replay-view';

/** The pause after which typing is taken to have ended. */
const REST_MS = 500;
/** While the record is still being read for the bounds before these, nothing else is read for the same person. */
const AGAIN_MS = 1_000;
const MOST_AGAIN = 20;
/** The most that fit on a card. */
const MOST = 5;

export function GrantTrial({ approvalId, wish }: { approvalId: string; wish: GrantWish }) {
  const { thisChat, bounds } = wish;
  const asked = JSON.stringify({ approvalId, thisChat, bounds });
  const [tried, setTried] = useState<{ asked: string; found: GrantTried | null } | null>(null);
  const now = useNow(60_000);
  useEffect(() => {
    let isOver = false;
    let left = MOST_AGAIN;
    const look = async () => {
      const found = await request<GrantTried>('POST', '/api/grants/replay', JSON.parse(asked)).catch(refusal);
      if (isOver) return;
      if (found === 'busy' && left-- > 0) timer = setTimeout(look, AGAIN_MS);
      else setTried({ asked, found: found === 'busy' ? null : found });
    };
    let timer = setTimeout(look, REST_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [asked]);
  // The result is only for these bounds. Every line has the same height, because Confirm is below and accepts no press
  // while it moves.
  if (tried?.asked !== asked)
    return <p className="mt-1 text-13 text-card-ink-2">{say('grant.trial.trying')}</p>;
  const { found } = tried;
  if (!found) return <p className="mt-1 text-13 text-card-ink-2">{say('grant.trial.not-told')}</p>;
  const since = dateWords(found.since, now ?? new Date(found.since));
  return (
    <div data-testid="grant-trial" className="mt-1 text-13 text-card-ink">
      <p>
        {say('grant.trial', { count: found.less, since })}
        {found.unjudged > 0 && ` ${say('grant.trial.unjudged', { count: found.unjudged })}`}
        {found.isCut && ` ${say('grant.trial.cut', { days: REPLAY_DAYS })}`}
      </p>
      <Cancelled found={found.cancelledButRun} />
    </div>
  );
}

/** @returns null if asking again would not help */
function refusal(error: unknown): 'busy' | null {
  return error instanceof ApiError && error.code === 'too_many_requests' ? 'busy' : null;
}

/** Calls that a person had cancelled. */
function Cancelled({ found }: { found: Counted }) {
  if (found.count === 0) return null;
  return (
    <>
      <p className="mt-1 font-medium">{say('grant.trial.cancelled', { count: found.count })}</p>
      <ul className="list-disc pl-5">
        {found.listed.slice(0, MOST).map(({ id, at, input }) => (
          <li key={id} className="break-words">
            <Moment iso={at} />:{' '}
            <span className="font-mono text-12">
              <ShownText text={input} />
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
