'use client';
/**
 * The current state of the team's Amber: what runs and waits, and each server over the last day. Refreshed while
 * somebody looks at it.
 */
import { useEffect, useState } from 'react';
import { request } from '@/components/api/api';
import { useWorkspace } from '@/components/shell/workspace';
import { WorkspaceLink } from '@/components/shell/workspace-link';
import { Moment } from '@/components/shown/moment';
import { durationWords } from '@/components/shown/say-time';
import { serverWords } from '@/components/shown/server-words';
import { ShownText } from '@/components/shown/shown-text';
import {
  BodyCell,
  type CellLooks,
  TableBody,
  TableFrame,
  TableHeads,
  TableRow,
} from '@/components/shown/table/table-frame';
import { say, sayWith } from '@/components/words/say';
import type { OperationView, ServerFiguresView } from '@/lib/rules/operation-view';

import { INBOX, mayGo } from './ways';

const AGAIN_MS = 10_000;

export function Figures({ view }: { view: OperationView }) {
  const { running, waiting, oldestWaiting, held, unknown, unsent, oldestUnsent, notSent } = view;
  return (
    <section aria-label={say('operation.figures')}>
      <dl className="mt-6 grid grid-cols-2 gap-3 md:grid-cols-3 xl:grid-cols-6">
        <Tile name={say('operation.running')} value={running} />
        <Tile name={say('operation.waiting')} value={waiting} since={oldestWaiting} way={INBOX} />
        <Tile name={say('operation.held')} value={held} way={INBOX} />
        <Tile name={say('operation.unknown')} value={unknown} way={INBOX} />
        <Tile name={say('operation.unsent')} value={unsent} since={oldestUnsent} />
        <Tile name={say('operation.not-sent')} value={notSent} />
      </dl>
    </section>
  );
}

interface TileProps {
  name: string;
  /** Words are shown as they are. */
  value: number | string;
  since?: string | null;
  /** The page that lists what is counted, if there is one. */
  way?: string;
}

export function Tile({ name, value, since = null, way }: TileProps) {
  const { viewer } = useWorkspace();
  const leads = way !== undefined && value !== 0 && mayGo(viewer.role, way);
  const words = typeof value === 'string' ? value : say('operation.count', { count: value });
  return (
    <div className="relative row-span-3 grid grid-rows-subgrid gap-y-0 rounded-table border bg-raised px-4 py-3">
      <dt className="text-13 text-muted">{name}</dt>
      <dd className="mt-0.5 font-semibold text-20 text-ink tabular-nums">
        {leads ? (
          <WorkspaceLink
            href={way}
            aria-label={say('operation.see', { name, count: words })}
            className="underline decoration-line underline-offset-4 after:absolute after:inset-0 hover:decoration-current"
          >
            {words}
          </WorkspaceLink>
        ) : (
          words
        )}
      </dd>
      {since !== null && (
        <dd className="text-12 text-muted">
          {sayWith('operation.since', { when: () => <Moment iso={since} /> })}
        </dd>
      )}
    </div>
  );
}

export const FIGURE: CellLooks = { figure: true, exact: false, whole: true, place: 'below' };
export const NAME: CellLooks = { figure: false, exact: false, whole: false, place: 'first' };
const LAST: CellLooks = { ...FIGURE, place: 'last' };

type Column = readonly [name: string, looks: CellLooks, words: (one: ServerFiguresView) => string];

const count = (number: number) => say('operation.count', { count: number });
const time = (ms: number | null) => (ms === null ? '\u2013' : durationWords(ms));

const columns = (): readonly Column[] => [
  [say('operation.server'), NAME, ({ server }) => serverWords(server)],
  [say('operation.failed'), FIGURE, ({ failed }) => count(failed)],
  [say('operation.unknown-calls'), FIGURE, ({ unknown }) => count(unknown)],
  [say('operation.median'), FIGURE, ({ median }) => time(median)],
  [say('operation.p95'), FIGURE, ({ p95 }) => time(p95)],
  [say('operation.calls'), LAST, ({ calls }) => count(calls)],
];

export function Servers({ servers }: { servers: readonly ServerFiguresView[] }) {
  if (servers.length === 0) return null;
  const shown = columns();
  return (
    <div className="mt-8">
      <h3 className="mb-2 font-semibold text-16">{say('operation.servers')}</h3>
      <TableFrame foot={say('operation.servers-called', { count: servers.length })}>
        <TableHeads names={shown} />
        <TableBody>
          {servers.map((one) => (
            <TableRow key={one.server}>
              {shown.map(([name, looks, words]) => (
                <BodyCell key={name} looks={looks} label={name}>
                  {looks.figure ? words(one) : <ShownText text={words(one)} />}
                </BodyCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </TableFrame>
    </div>
  );
}

/** Kept current for as long as the page is visible; if the server cannot be reached, the last known state stays. */
export function useLive(initial: OperationView): OperationView {
  const [view, setView] = useState(initial);
  useEffect(() => {
    const ask = () => {
      if (document.hidden) return;
      void request<OperationView>('GET', '/api/operation')
        .then(setView)
        .catch(() => {});
    };
    const timer = setInterval(ask, AGAIN_MS);
    document.addEventListener('visibilitychange', ask);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', ask);
    };
  }, []);
  return view;
}
