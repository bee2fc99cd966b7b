'use client';
/** One server: how it stands with it, who vouches for it, what can be done, and its tools to be looked at. */
import { type ReactNode, useState } from 'react';
import { LongText } from '@/components/shown/long-text';
import { Moment } from '@/components/shown/moment';
import { secondsWords } from '@/components/shown/say-time';
import { ScrollBox } from '@/components/shown/scroll-box';
import { ShownText } from '@/components/shown/shown-text';
import { visibleString } from '@/components/shown/visible-text';
import { LogLines } from '@/components/tool-call/call-log';
import { Button } from '@/components/ui/button';
import type { ServerView } from '@/lib/servers/servers-view';
import { ServerReview } from './server-review';
import { STATES } from './servers-words';
import type { Servers } from './use-servers';

interface ServerPanelProps {
  server: ServerView;
  isBusy: boolean;
  act: Servers['act'];
  /** What became of the last thing that was done here. */
  said: ReactNode;
}

export function ServerPanel(props: ServerPanelProps) {
  const { server, said } = props;
  return (
    <section
      aria-label={visibleString(server.server)}
      data-testid="server"
      data-server={server.server}
      data-state={server.state}
      className="@container mt-8 rounded-table border bg-raised px-4 py-4"
    >
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h3 className="break-words font-semibold text-16">
            <ShownText text={server.server} />
          </h3>
          <p className="mt-0.5 text-13 text-muted">
            <span className={server.state === 'failed' ? 'text-failed' : 'text-ink-2'}>
              {STATES[server.state]}.
            </span>{' '}
            <Vouched server={server} />
          </p>
        </div>
        <Actions {...props} />
      </div>
      {said}
      <Facts server={server} />
      <ServerReview {...props} />
    </section>
  );
}

function Vouched({ server: { vouch } }: { server: ServerView }) {
  if (vouch === null) return 'Nobody vouches for it: every call asks.';
  if (vouch.by === 'file') return 'Trusted by the operator\u2019s file.';
  return (
    <>
      Vouched for by <ShownText text={vouch.name ?? 'somebody who has left'} />{' '}
      <Moment iso={vouch.at} sentence />.
    </>
  );
}

function Actions({ server, isBusy, act }: ServerPanelProps) {
  const { server: name } = server;
  const [isRemoving, setRemoving] = useState(false);
  const path = `/${name}`;
  if (isRemoving) {
    return (
      <fieldset aria-label={`Remove ${visibleString(name)}`} className="flex flex-wrap items-center gap-2">
        <span className="text-14">With its credentials?</span>
        <Button onClick={() => setRemoving(false)}>Keep it</Button>
        <Button
          disabled={isBusy}
          onClick={() => void act({ method: 'DELETE', path, done: `${name} is removed.`, server: '' })}
        >
          Remove it
        </Button>
      </fieldset>
    );
  }
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        disabled={isBusy}
        aria-label={`Connect now: ${visibleString(name)}`}
        onClick={() =>
          void act({ method: 'POST', path: `${path}/try`, done: 'Asked just now.', server: name })
        }
      >
        Connect now
      </Button>
      {server.vouch?.by === 'admin' && (
        <Button
          disabled={isBusy}
          aria-label={`Withdraw: ${visibleString(name)}`}
          onClick={() =>
            void act({
              ...{ method: 'DELETE', path: `${path}/trust`, server: name },
              done: 'Withdrawn. From now on every call of it asks.',
            })
          }
        >
          Withdraw
        </Button>
      )}
      {server.origin === 'settings' && (
        <Button
          disabled={isBusy}
          aria-label={`Remove: ${visibleString(name)}`}
          onClick={() => setRemoving(true)}
        >
          Remove
        </Button>
      )}
    </div>
  );
}

function Facts({ server }: { server: ServerView }) {
  const {
    url,
    kind,
    added,
    headers,
    protocolVersion,
    serverInfo,
    tools,
    lastError,
    stderr,
    log,
    silenceMs,
    totalMs,
  } = server;
  return (
    <dl className="mt-3 text-13">
      <Fact name={kind === 'program' ? 'Program' : 'Address'}>
        <span className="break-all font-mono text-12">
          <ShownText text={url} />
        </span>
      </Fact>
      <Fact name="Listed in">
        {added ? (
          <>
            the settings, by <ShownText text={added.name ?? 'somebody who has left'} />{' '}
            <Moment iso={added.at} sentence />
          </>
        ) : (
          'the operator\u2019s file'
        )}
      </Fact>
      {headers !== null && (
        <Fact name="Headers">
          {headers.length === 0 ? (
            'none'
          ) : (
            <ShownText text={`${headers.join(', ')} (values are shown to nobody)`} />
          )}
        </Fact>
      )}
      {protocolVersion !== undefined && (
        <Fact name="Speaks">
          MCP <ShownText text={protocolVersion} />
          {serverInfo !== undefined && (
            <>
              , calls itself <ShownText text={serverInfo} />
            </>
          )}
        </Fact>
      )}
      <Fact name="A call">
        ends after {secondsWords(silenceMs)} without a word of it, and after {secondsWords(totalMs)} in all
      </Fact>
      <Fact name="Tools">{tools === null ? 'not listed' : tools}</Fact>
      {server.instructions !== null && (
        <Fact name="Says of itself">
          <LongText text={server.instructions} name="What the server says of all its tools" />
          <p className="mt-1 text-muted">
            {server.vouch === null
              ? 'The model is not given this: nobody vouches for the server.'
              : 'The model is given this as data, beside the tools; it changes no rule.'}
          </p>
        </Fact>
      )}
      {lastError && (
        <Fact name="Last error">
          <ShownText text={lastError.message} /> <Moment iso={lastError.at} />
        </Fact>
      )}
      {stderr !== null && stderr.length > 0 && (
        <Fact name="Last lines">
          <ScrollBox
            name="What it wrote to standard error"
            fromEnd
            className="max-h-40 overflow-auto whitespace-pre-wrap break-words rounded-control bg-soft p-2 font-mono text-12"
          >
            <ShownText text={stderr.join('\n')} />
          </ScrollBox>
        </Fact>
      )}
      {log.length > 0 && (
        <Fact name="Log">
          <LogLines lines={log} name={`Log of ${visibleString(server.server)}`} />
        </Fact>
      )}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex gap-x-4 py-0.5 max-md:flex-col max-md:py-1">
      <dt className="w-24 shrink-0 font-medium text-ink">{name}</dt>
      <dd className="min-w-0 flex-1 break-words text-ink-2">{children}</dd>
    </div>
  );
}
