'use client';
/** Which MCP servers there are besides Amber's own tools, who trusts them, and which of their tools need review. */
import { useState } from 'react';
import { OutcomeLine } from '@/components/api/use-act';
import { SettingsPage } from '@/components/shell/settings-page';
import { ShownText } from '@/components/shown/shown-text';
import { buttonClass } from '@/components/ui/button';
import { EmptyPlace } from '@/components/ui/empty-place';
import { say } from '@/components/words/say';
import { told } from '@/components/words/told';
import type { ConnectionProblem, ServersView } from '@/lib/servers/servers-view';
import type { SignInsView } from '@/lib/sign-ins/sign-in-view';
import { RegistrySection } from '../registry/registry-section';
import { ServerSignIn, signInOf } from '../sign-ins/server-sign-in';
import { type SignIns, useSignIns } from '../sign-ins/use-sign-ins';
import { ServerAdd } from './server-add';
import { ServerPanel } from './server-panel';
import { type Act, useServers } from './use-servers';

interface ServersSettingsProps {
  servers: ServersView;
  signIns: SignInsView;
  /** The host of the operator's registry; absent: there is none, and nothing of it is shown. */
  registry?: string | undefined;
}

export function ServersSettings(props: ServersSettingsProps) {
  const { servers: initial, signIns: initialSignIns, registry } = props;
  const [way, setWay] = useState<'address' | 'registry'>('address');
  const servers = useServers(initial);
  const signIns = useSignIns(initialSignIns);
  const { view, outcome } = servers;
  const isThere = view.servers.some(({ server }) => server === outcome?.about);
  // Why it was not added is shown where it was attempted.
  const adding = (from: typeof way) => ({
    isBusy: servers.isBusy,
    act: (what: Act) => {
      setWay(from);
      return servers.act(what);
    },
    said: <OutcomeLine outcome={!isThere && outcome?.isRefusal && way === from ? outcome : null} />,
  });
  return (
    <SettingsPage name="servers">
      <p className="mt-1.5 max-w-prose text-16 text-muted">{say('servers.intro')}</p>
      {view.waiting > 0 && (
        <p data-testid="servers-waiting" className="mt-4 font-medium text-14 text-wait">
          {say('servers.waiting', { count: view.waiting })}
        </p>
      )}
      {!isThere && <OutcomeLine outcome={outcome?.isRefusal ? null : outcome} />}
      <Problems view={view} />
      {view.servers.length === 0 && (
        <EmptyPlace title={say('servers.none')} why={say('servers.none.why')}>
          <a href="#add-heading" className={buttonClass('outline')}>
            {say('servers.none.act')}
          </a>
        </EmptyPlace>
      )}
      {view.servers.map((server) => (
        <ServerPanel
          key={server.server}
          server={server}
          isBusy={servers.isBusy}
          act={servers.act}
          said={<OutcomeLine outcome={outcome?.about === server.server ? outcome : null} />}
          signIn={<SignInOf server={server.server} signIns={signIns} />}
        />
      ))}
      <ServerAdd {...adding('address')} />
      {registry !== undefined && <RegistrySection host={registry} {...adding('registry')} />}
    </SettingsPage>
  );
}

/** Nothing if no sign-in is needed. */
function SignInOf({ server, signIns }: { server: string; signIns: SignIns }) {
  const { view, isBusy, out, way, outcome } = signIns;
  const signIn = signInOf(view.signIns, server);
  if (!signIn) return null;
  return (
    <>
      <ServerSignIn
        signIn={signIn}
        isBusy={isBusy}
        out={out}
        way={way}
        redirectUri={view.redirectUri ?? ''}
      />
      <OutcomeLine outcome={outcome?.about === server ? outcome : null} />
    </>
  );
}

/** About entries that are not servers; a server's problem is shown with the server. */
function Problems({ view }: { view: ServersView }) {
  const names = new Set(view.servers.map(({ server }) => server));
  const problems = view.problems.filter(({ server }) => !names.has(server));
  if (problems.length === 0) return null;
  return (
    <section aria-label={say('servers.problems')} className="mt-6">
      <h3 className="font-semibold text-16">{say('servers.problems')}</h3>
      <ul className="mt-2 divide-y divide-line rounded-table border bg-raised">
        {problems.map((problem) => (
          <Problem key={`${problem.server} ${problem.message}`} {...problem} />
        ))}
      </ul>
    </section>
  );
}

function Problem({ server, message }: ConnectionProblem) {
  return (
    <li className="break-words px-4 py-3 text-14">
      <span className="font-medium">
        <ShownText text={server} />
      </span>
      <span className="block text-13 text-failed">
        <ShownText text={told(message)} />
      </span>
    </li>
  );
}
