'use client';
/** The state in a sentence, from the figures below it: that all is well, or what needs attention, and where. */
import { Check, CircleAlert } from 'lucide-react';
import { useWorkspace } from '@/components/shell/workspace';
import { WorkspaceLink } from '@/components/shell/workspace-link';
import { Icon } from '@/components/ui/icon';
import { say, sayWith } from '@/components/words/say';
import type { OperationView } from '@/lib/rules/operation-view';
import { failedSince, INBOX, mayGo } from './ways';

interface VerdictProps {
  view: OperationView;
  /** The number of halts in force. */
  halts: number;
}

export function Verdict({ view, halts }: VerdictProps) {
  const { viewer } = useWorkspace();
  const looks = looksOf(view, halts);
  const isWell = looks.length === 0;
  return (
    <section
      aria-label={say('operation.verdict')}
      data-testid="verdict"
      className="mt-6 rounded-table border bg-raised px-4 py-3 text-14 text-ink"
    >
      <p className="flex items-center gap-2 font-medium text-16">
        <Icon of={isWell ? Check : CircleAlert} className={isWell ? 'text-done' : 'text-failed'} />
        {say(isWell ? 'operation.verdict.well' : 'operation.verdict.look')}
      </p>
      {!isWell && (
        <ul className="mt-1.5 list-disc pl-10 text-ink-2">
          {looks.map(({ key, words, way }) => (
            <li key={key}>
              {way === null || !mayGo(viewer.role, way) ? (
                words
              ) : (
                <WorkspaceLink href={way} className="underline hover:text-ink">
                  {words}
                </WorkspaceLink>
              )}
            </li>
          ))}
        </ul>
      )}
      {view.waiting > 0 && (
        <p className="mt-1.5 pl-6 text-ink-2">
          {sayWith('operation.verdict.waiting', {
            count: view.waiting,
            link: (words) =>
              mayGo(viewer.role, INBOX) ? (
                <WorkspaceLink href={INBOX} className="underline hover:text-ink">
                  {words}
                </WorkspaceLink>
              ) : (
                words
              ),
          })}
        </p>
      )}
    </section>
  );
}

interface Look {
  key: string;
  words: string;
  /** Null: it is on this page. */
  way: string | null;
}

/** What has failed or is stuck. Pending cards are normal. */
export function looksOf({ unknown, notSent, calls, models }: OperationView, halts: number): Look[] {
  const found = [
    halts > 0 && { key: 'halts', words: say('operation.verdict.halts', { count: halts }), way: null },
    unknown > 0 && {
      key: 'unknown',
      words: say('operation.verdict.unknown', { count: unknown }),
      way: INBOX,
    },
    calls.failed > 0 && {
      key: 'failed',
      words: say('operation.verdict.failed', { count: calls.failed }),
      way: failedSince(Date.now()),
    },
    models.inVain > 0 && {
      key: 'models',
      words: say('operation.verdict.models', { count: models.inVain, all: models.asked }),
      way: null,
    },
    notSent > 0 && {
      key: 'not-sent',
      words: say('operation.verdict.not-sent', { count: notSent }),
      way: null,
    },
  ];
  return found.filter((one) => one !== false);
}
