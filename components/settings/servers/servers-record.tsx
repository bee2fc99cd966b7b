'use client';
/**
 * The servers as an auditor reads them: the state of each, who trusts it, and how its tools are judged. Nothing is
 * changed here.
 */
import { SettingsPage } from '@/components/shell/settings-page';
import { useResource } from '@/components/shell/use-resource';
import { ShownText } from '@/components/shown/shown-text';
import { visibleString } from '@/components/shown/visible-text';
import { say } from '@/components/words/say';
import type { ServersView, ServerView, ToolReview } from '@/lib/servers/servers-view';
import { Vouched } from './server-panel';

export function ServersRecord({ servers: initial }: { servers: ServersView }) {
  const { view } = useResource('/api/servers', initial, 'servers');
  return (
    <SettingsPage name="servers" intro={say('servers.reading.intro')}>
      {view.servers.length === 0 && <p className="mt-6 text-14 text-muted">{say('servers.none')}</p>}
      {view.servers.map((server) => (
        <Server key={server.server} server={server} />
      ))}
    </SettingsPage>
  );
}

function Server({ server }: { server: ServerView }) {
  return (
    <section
      aria-label={visibleString(server.server)}
      data-testid="server"
      data-server={server.server}
      className="mt-8 rounded-table border bg-raised px-4 py-4"
    >
      <h3 className="break-words font-semibold text-16">
        <ShownText text={server.server} />
      </h3>
      <p className="mt-0.5 text-13 text-muted">
        <span className={server.state === 'failed' ? 'text-failed' : 'text-ink-2'}>
          {say(`servers.state.${server.state}`)}.
        </span>{' '}
        <Vouched server={server} />
      </p>
      <p className="mt-2 break-all font-mono text-12 text-ink-2">
        <ShownText text={server.url} />
      </p>
      {server.reviews.length > 0 && (
        <ul className="mt-3 divide-y divide-line border-t">
          {server.reviews.map((tool) => (
            <Tool key={tool.name} tool={tool} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Tool({ tool }: { tool: ToolReview }) {
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 py-2 text-13">
      <span className="min-w-0 break-all font-mono text-ink">
        <ShownText text={tool.name} />
      </span>
      <span className="text-muted">
        {say(`servers.means.${tool.risk}`)},{' '}
        {say(tool.standing === 'on' ? 'servers.reading.on' : 'servers.reading.off')}
      </span>
    </li>
  );
}
