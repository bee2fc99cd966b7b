'use client';
/** One server: its state, who trusts it, what can be done, and its tools for review. */
import { type ReactNode, useState } from 'react';
import { LongText } from '@/components/shown/long-text';
import { Moment } from '@/components/shown/moment';
import { secondsWords } from '@/components/shown/say-time';
import { ServerIcon } from '@/components/shown/server-icon';
import { ShownText } from '@/components/shown/shown-text';
import { ScrollBox } from '@/components/shown/table/scroll-box';
import { visibleString } from '@/components/shown/visible-text';
import { LogLines } from '@/components/tool-call/call-log';
import { Button } from '@/components/ui/button';
import { say, sayWith } from '@/components/words/say';
import type { ServerView } from '@/lib/servers/servers-view';
import { ServerChange } from './server-change';
import { ServerPages } from './server-pages';
import { ServerReview } from './server-review';
import { errorWords } from './servers-words';
import type { Servers } from './use-servers';

interface ServerPanelProps {
  server: ServerView;
  isBusy: boolean;
  act: Servers['act'];
  /** The outcome of the last action here. */
  said: ReactNode;
  /** How people sign in there, if they have to. */
  signIn: ReactNode;
}

export function ServerPanel(props: ServerPanelProps) {
  const { server, said, signIn, isBusy, act } = props;
  const [isChanging, setChanging] = useState(false);
  return (
    <section
      id={`server-${server.server}`}
      aria-label={visibleString(server.server)}
      data-testid="server"
      data-server={server.server}
      data-state={server.state}
      className="@container mt-8 rounded-table border bg-raised px-4 py-4"
    >
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h3 className="break-words font-semibold text-16">
            <ServerIcon server={server.server} className="mr-2 inline-block align-[-2px]" />
            <ShownText text={server.server} />
          </h3>
          <p className="mt-0.5 text-13 text-muted">
            <span className={server.state === 'failed' ? 'text-failed' : 'text-ink-2'}>
              {say(`servers.state.${server.state}`)}.
            </span>{' '}
            <Vouched server={server} />
          </p>
        </div>
        <Actions {...props} onChange={() => setChanging(true)} />
      </div>
      {said}
      {isChanging && (
        <ServerChange server={server} isBusy={isBusy} act={act} onClose={() => setChanging(false)} />
      )}
      <Facts server={server} />
      <ServerPages server={server} isBusy={isBusy} act={act} />
      {signIn}
      <ServerReview {...props} />
    </section>
  );
}

export function Vouched({ server: { vouch } }: { server: ServerView }) {
  if (vouch === null) return say('servers.unvouched');
  if (vouch.by === 'file') return say('servers.trusted-by-file');
  return sayWith('servers.vouched', {
    who: () => <ShownText text={vouch.name ?? say('people.left')} />,
    when: () => <Moment iso={vouch.at} sentence />,
  });
}

function Actions({ server, isBusy, act, onChange }: ServerPanelProps & { onChange(): void }) {
  const { server: name } = server;
  const [isRemoving, setRemoving] = useState(false);
  const path = `/${name}`;
  const connect = say(server.state === 'ready' ? 'servers.reconnect' : 'servers.connect');
  if (isRemoving) {
    return (
      <fieldset
        aria-label={say('servers.remove-which', { name: visibleString(name) })}
        className="flex flex-wrap items-center gap-2"
      >
        <span className="text-14">{say('servers.remove-sure')}</span>
        <Button onClick={() => setRemoving(false)}>{say('servers.keep')}</Button>
        <Button
          disabled={isBusy}
          onClick={() =>
            void act({ method: 'DELETE', path, done: say('servers.removed', { name }), server: '' })
          }
        >
          {say('servers.remove-it')}
        </Button>
      </fieldset>
    );
  }
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        disabled={isBusy}
        aria-label={`${connect}: ${visibleString(name)}`}
        onClick={() =>
          void act({ method: 'POST', path: `${path}/try`, done: say('servers.asked'), server: name })
        }
      >
        {connect}
      </Button>
      {server.vouch?.by === 'admin' && (
        <Button
          disabled={isBusy}
          aria-label={`${say('servers.withdraw')}: ${visibleString(name)}`}
          onClick={() =>
            void act({
              method: 'DELETE',
              path: `${path}/trust`,
              server: name,
              done: say('servers.withdrawn'),
            })
          }
        >
          {say('servers.withdraw')}
        </Button>
      )}
      {server.origin === 'settings' && (
        <Button
          disabled={isBusy}
          aria-label={`${say('servers.change')}: ${visibleString(name)}`}
          onClick={onChange}
        >
          {say('servers.change')}
        </Button>
      )}
      {server.origin === 'settings' && (
        <Button
          disabled={isBusy}
          aria-label={`${say('grants.remove')}: ${visibleString(name)}`}
          onClick={() => setRemoving(true)}
        >
          {say('grants.remove')}
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
      <Fact name={kind === 'program' ? say('servers.program') : say('servers.address')}>
        <span className="break-all font-mono text-12">
          <ShownText text={url} />
        </span>
      </Fact>
      <Fact name={say('servers.listed-in')}>
        {added
          ? sayWith('servers.listed-by', {
              who: () => <ShownText text={added.name ?? say('people.left')} />,
              when: () => <Moment iso={added.at} sentence />,
            })
          : say('servers.listed-in-file')}
      </Fact>
      {headers !== null && (
        <Fact name={say('servers.headers')}>
          {headers.length === 0 ? (
            say('servers.no-headers')
          ) : (
            <ShownText text={say('servers.header-names', { names: headers.join(', ') })} />
          )}
        </Fact>
      )}
      {protocolVersion !== undefined && (
        <Fact name={say('servers.speaks')}>
          MCP <ShownText text={protocolVersion} />
          {serverInfo !== undefined &&
            sayWith('servers.calls-itself', { name: () => <ShownText text={serverInfo} /> })}
        </Fact>
      )}
      <Fact name={say('servers.a-call')}>
        {say('servers.ends-after', { silence: secondsWords(silenceMs), total: secondsWords(totalMs) })}
      </Fact>
      <Fact name={say('hands.tools')}>{tools === null ? say('servers.not-listed') : tools}</Fact>
      {server.instructions !== null && (
        <Fact name={say('servers.says')}>
          <LongText text={server.instructions} name={say('servers.says-of-all')} />
          <p className="mt-1 text-muted">
            {server.vouch === null ? say('servers.says.not-given') : say('servers.says.given')}
          </p>
        </Fact>
      )}
      {lastError && (
        <Fact name={say('servers.last-error')}>
          <ShownText text={errorWords(lastError.message)} /> <Moment iso={lastError.at} />
        </Fact>
      )}
      {stderr !== null && stderr.length > 0 && (
        <Fact name={say('servers.last-lines')}>
          <ScrollBox
            name={say('servers.stderr')}
            fromEnd
            className="max-h-40 overflow-auto whitespace-pre-wrap break-words rounded-control bg-soft p-2 font-mono text-12"
          >
            <ShownText text={stderr.join('\n')} />
          </ScrollBox>
        </Fact>
      )}
      {log.length > 0 && (
        <Fact name={say('servers.log')}>
          <LogLines lines={log} name={say('log.name', { server: visibleString(server.server) })} />
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
