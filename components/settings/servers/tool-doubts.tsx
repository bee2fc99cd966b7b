'use client';
/** Hints of a tool that its own words contradict: why each is doubtful, and an admin's decision on it. */
import { TriangleAlert } from 'lucide-react';
import { visibleString } from '@/components/shown/visible-text';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { say } from '@/components/words/say';
import type { ToolReview } from '@/lib/servers/servers-view';

type Doubt = ToolReview['doubts'][number];

interface ToolDoubtsProps {
  review: ToolReview;
  server: string;
  trusted: boolean;
  isBusy: boolean;
  /** All of its doubtful hints that the admin believes. */
  onBelieve(hints: Doubt['hint'][], isBelieved: boolean): void;
}

export function ToolDoubts({ review, server, trusted, isBusy, onBelieve }: ToolDoubtsProps) {
  const { doubts, name, standing } = review;
  if (doubts.length === 0) return null;
  const believed = doubts.filter(({ isBelieved }) => isBelieved).map(({ hint }) => hint);
  const tool = say('servers.tool-of', { tool: visibleString(name), server: visibleString(server) });
  return (
    <ul aria-label={say('servers.doubts-of', { tool })} className="mt-1 space-y-1">
      {doubts.map(({ hint, by, word, isBelieved }) => {
        const act = say(isBelieved ? 'servers.doubt-again' : 'servers.believe');
        const others = believed.filter((one) => one !== hint);
        return (
          <li key={hint} data-testid="doubt" data-hint={hint} data-believed={isBelieved} className="text-13">
            <p className={`flex gap-1.5 ${isBelieved ? 'text-ink-2' : 'font-medium text-ink'}`}>
              <Icon of={TriangleAlert} className="mt-0.5 shrink-0" />
              <span className="min-w-0 break-words">
                {say(`servers.doubt.${hint}`, {
                  why: say(`servers.doubt.by.${by}`, { word: visibleString(word) }),
                })}{' '}
                {trusted && say(isBelieved ? 'servers.doubt.believed' : 'servers.doubt.open')}
              </span>
            </p>
            {trusted && standing === 'on' && (
              <Button
                look={isBelieved ? 'plain' : 'outline'}
                className="mt-1 ml-5.5"
                disabled={isBusy}
                aria-label={say('servers.doubt.which', { act, hint: say(`servers.hint.${hint}`), tool })}
                onClick={() => onBelieve(isBelieved ? others : [...believed, hint], !isBelieved)}
              >
                {act}
              </Button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
