'use client';
/** An admin's review of a server's tools, and their decision on all of them. */
import { useState } from 'react';
import { visibleString } from '@/components/shown/visible-text';
import { Button } from '@/components/ui/button';
import { say } from '@/components/words/say';
import type { ServerView, ToolReview } from '@/lib/servers/servers-view';
import { isUnrehearsed, waits } from './servers-words';
import { ToolReviewRow } from './tool-review-row';
import type { Servers } from './use-servers';

interface ServerReviewProps {
  server: ServerView;
  isBusy: boolean;
  act: Servers['act'];
}

/** Tools that wait for review come first, and are open. */
export function ServerReview({ server, isBusy, act }: ServerReviewProps) {
  const { reviews, waiting } = server;
  const unrehearsed = reviews.filter(isUnrehearsed).length;
  const toSee = waiting + unrehearsed;
  const [isOpen, setOpen] = useState(toSee > 0);
  const [before, setBefore] = useState(toSee);
  if (before !== toSee) {
    setBefore(toSee);
    // A new tool to review opens it; only the person closes it.
    if (toSee > 0) setOpen(true);
  }
  if (reviews.length === 0) return null;
  const sorted = reviews.toSorted((one, other) => rank(one) - rank(other));
  const doubts = reviews.flatMap((review) => review.doubts).filter(({ isBelieved }) => !isBelieved).length;
  return (
    <details
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      data-testid="server-review"
      className="mt-3 border-t pt-2"
    >
      <summary className="w-fit rounded-control py-1 font-medium text-14 max-md:min-h-11 max-md:py-3">
        {waiting > 0
          ? say('servers.look-at-waiting', { count: reviews.length, waiting })
          : say('servers.look-at', { count: reviews.length })}
        {unrehearsed > 0 && (
          <span data-testid="unrehearsed" className="ml-2 text-wait">
            {say('servers.rehearsal.were-off', { count: unrehearsed })}
          </span>
        )}
        {doubts > 0 && (
          <span className="ml-2 font-normal text-ink-2">{say('servers.doubts', { count: doubts })}</span>
        )}
      </summary>
      <ul className="mt-1 divide-y divide-line">
        {sorted.map((review) => (
          <ReviewRow key={review.name} review={review} server={server} isBusy={isBusy} act={act} />
        ))}
      </ul>
      <Vouch server={server} isBusy={isBusy} act={act} />
    </details>
  );
}

function ReviewRow({ review, server, isBusy, act }: ServerReviewProps & { review: ToolReview }) {
  const { server: name, trusted, reviews } = server;
  const tool = visibleString(review.name);
  const decide = (decided: object, done: string) => {
    const body = { tool: review.name, definitionHash: review.definitionHash, ...decided };
    void act({ method: 'POST', path: `/${name}/tools`, server: name, body, done });
  };
  return (
    <ToolReviewRow
      review={review}
      trusted={trusted}
      isBusy={isBusy}
      server={name}
      tools={reviews}
      onDecide={(decision) =>
        decide({ decision }, say(decision === 'off' ? 'servers.tool-off' : 'servers.tool-taken', { tool }))
      }
      onRecord={(record) =>
        decide(
          { decision: 'record', record },
          say(record ? 'servers.record.taken' : 'servers.record.gone', { tool }),
        )
      }
      onRehearse={(rehearsal) => {
        const body = { tool: review.name, definitionHash: review.definitionHash, ...rehearsal };
        const done = say('servers.rehearsal.made', { tool });
        void act({ method: 'POST', path: `/${name}/rehearsals`, server: name, body, done });
      }}
      onUnrehearse={() => decide({ decision: 'unrehearse' }, say('servers.rehearsal.gone', { tool }))}
      onBelieve={(hints, isBelieved) =>
        decide(
          { decision: 'believe', hints },
          say(isBelieved ? 'servers.hint-believed' : 'servers.hint-doubted', { tool }),
        )
      }
    />
  );
}

/** Tools that wait for review, then doubtful ones, then the others in the server's order. */
function rank(review: ToolReview): number {
  if (waits(review) || isUnrehearsed(review)) return 0;
  return review.doubts.some(({ isBelieved }) => !isBelieved) ? 1 : 2;
}

/** Below the tools that it vouches for. */
function Vouch({ server, isBusy, act }: ServerReviewProps) {
  const { server: name, vouch, reviews, waiting } = server;
  const isAlone = !reviews.some(({ standing }) => standing === 'companion');
  if (vouch !== null && waiting < 2 && isAlone) return null;
  const isNew = vouch === null;
  const tools = reviews.map(({ name: tool, definitionHash }) => ({ tool, definitionHash }));
  return (
    <div className="mt-2 border-t pt-3">
      <p className="max-w-prose text-13 text-muted">
        {isNew ? say('servers.vouch.means') : say('servers.accept-all.means')}
      </p>
      <Button
        className="mt-2"
        disabled={isBusy}
        aria-label={say(isNew ? 'servers.vouch-which' : 'servers.accept-all-which', {
          name: visibleString(name),
        })}
        onClick={() =>
          void act({
            method: 'PUT',
            path: `/${name}/trust`,
            server: name,
            body: { tools },
            done: isNew ? say('servers.vouch.done') : say('servers.accept-all.done'),
          })
        }
      >
        {isNew ? say('servers.vouch') : say('servers.accept-all')}
      </Button>
    </div>
  );
}
