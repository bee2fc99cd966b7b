'use client';
import { ShownText } from '@/components/shown/shown-text';
import { ScrollBox } from '@/components/shown/table/scroll-box';
import { visibleString } from '@/components/shown/visible-text';
import { say, sayWith } from '@/components/words/say';
/** What a call's server logged meanwhile, below the call's result. The words are the server's and set apart. */
import type { CallLog } from '@/lib/execution/call-record';
import type { CallMetadata } from '@/lib/runs/chat-view';
import type { LogLine } from '@/lib/tools/log-line';

export function CallLogLines({ log, metadata }: { log: CallLog; metadata: CallMetadata }) {
  const { server, trusted } = metadata;
  return (
    <div data-testid="call-log" className="min-w-0 px-3 pt-2.5 pb-3">
      <p className="mb-1 font-medium text-12 text-muted">
        {sayWith(trusted ? 'log.of' : 'log.of-unvouched', { server: () => <ShownText text={server} /> })}
      </p>
      <LogLines lines={log.lines} name={say('log.name', { server: visibleString(server) })} />
    </div>
  );
}

/** Lines of a server's log, oldest first. */
export function LogLines({ lines, name }: { lines: readonly LogLine[]; name: string }) {
  return (
    <ScrollBox
      name={name}
      className="max-h-40 overflow-auto whitespace-pre-wrap break-words rounded-control bg-soft p-2 font-mono text-12"
    >
      <ShownText text={lines.map(lineWords).join('\n')} />
    </ScrollBox>
  );
}

/** `14:02:07Z warning sync: the text`; the logger only if one is named. */
function lineWords({ at, level, logger, text }: LogLine): string {
  return `${at.slice(11, 19)}Z ${level} ${logger === undefined ? '' : `${logger}: `}${text}`;
}
