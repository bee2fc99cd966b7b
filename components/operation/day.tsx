'use client';
/** How the last day went: calls by outcome, models, what waits to be sent, and the size of the database. */
import type { ReactNode } from 'react';
import { bytesWords } from '@/components/chat/attached/bytes-words';
import { durationWords } from '@/components/shown/say-time';
import { ShownText } from '@/components/shown/shown-text';
import { BodyCell, TableBody, TableFrame, TableHeads, TableRow } from '@/components/shown/table/table-frame';
import { say } from '@/components/words/say';
import type { OperationView } from '@/lib/rules/operation-view';
import { FIGURE, NAME, Tile } from './figures';
import { endedSince } from './ways';

export function Day({ view: { calls, models, leaving } }: { view: OperationView }) {
  const { asked, inVain, usual, read, written } = models;
  return (
    <>
      <Tiles name={say('operation.day.calls')}>
        <Tile name={say('operation.day.done')} value={calls.done} way={endedSince('success', Date.now())} />
        <Tile name={say('operation.failed')} value={calls.failed} way={endedSince('error', Date.now())} />
        <Tile
          name={say('operation.unknown-calls')}
          value={calls.unclear}
          way={endedSince('unknown', Date.now())}
        />
        <Tile name={say('operation.day.not-run')} value={calls.notRun} />
      </Tiles>
      <Tiles name={say('operation.day.models')}>
        <Tile name={say('operation.day.asked')} value={asked} />
        <Tile name={say('operation.failed')} value={inVain} />
        <Tile name={say('operation.day.usual')} value={usual === null ? '\u2013' : durationWords(usual)} />
        <Tile name={say('operation.day.read')} value={read} />
        <Tile name={say('operation.day.written')} value={written} />
      </Tiles>
      {leaving.length > 0 && (
        <Tiles name={say('operation.day.leaving')}>
          {leaving.map(({ kind, count, oldest }) => (
            <Tile key={kind} name={say(`operation.day.kind.${kind}`)} value={count} since={oldest} />
          ))}
        </Tiles>
      )}
    </>
  );
}

/** As many side by side as there is room for, without leaving a single one over. */
function Tiles({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section aria-label={name} className="mt-8">
      <h3 className="mb-2 font-semibold text-16">{name}</h3>
      <dl className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,8.25rem),1fr))] gap-3">{children}</dl>
    </section>
  );
}

export function Tables({ tables }: { tables: OperationView['tables'] }) {
  const columns = [
    [say('operation.day.table'), NAME],
    [say('operation.day.size'), { ...FIGURE, place: 'last' }],
  ] as const;
  return (
    <details data-testid="tables" className="mt-8">
      <summary className="w-fit cursor-pointer rounded-control py-1 font-semibold text-16 max-md:min-h-11 max-md:py-3">
        {say('operation.day.database')}
      </summary>
      <p className="mb-3 max-w-prose text-14 text-muted">{say('operation.day.database.about')}</p>
      <TableFrame foot={say('operation.day.largest', { count: tables.length })}>
        <TableHeads names={columns} />
        <TableBody>
          {tables.map(({ name, bytes }) => (
            <TableRow key={name}>
              <BodyCell looks={columns[0][1]} label={columns[0][0]}>
                <ShownText text={name} />
              </BodyCell>
              <BodyCell looks={columns[1][1]} label={columns[1][0]}>
                {bytesWords(bytes)}
              </BodyCell>
            </TableRow>
          ))}
        </TableBody>
      </TableFrame>
    </details>
  );
}
