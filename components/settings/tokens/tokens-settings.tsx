'use client';
/** Tokens with which other clients use Amber for a person: created here, shown once, listed and revoked. */
import { useState } from 'react';
import { request } from '@/components/api/api';
import { OutcomeLine, useAct } from '@/components/api/use-act';
import { SettingsPage } from '@/components/shell/settings-page';
import { useWorkspace } from '@/components/shell/workspace';
import { WorkspaceLink } from '@/components/shell/workspace-link';
import { buttonClass } from '@/components/ui/button';
import { EmptyPlace } from '@/components/ui/empty-place';
import { useNow } from '@/components/ui/use-now';
import { say, sayWith } from '@/components/words/say';
import { type ServerChoice, type TokenView, tokenState } from '@/lib/outside/token-view';
import { ENTRIES, Over } from '../entries';
import { ShownOnce } from '../shown-once';
import { ConnectClient } from './connect-client';
import { NewToken } from './new-token';
import { TokenRow } from './token-row';

export interface TokensSettingsProps {
  /** Newest first. */
  tokens: TokenView[];
  /** Scopes that the viewer may give to a token. */
  scopes: string[];
  /** The connected servers of the team. */
  servers: ServerChoice[];
  /** The address at which other clients reach Amber. */
  url: string;
  /** ISO 8601: when the server rendered the page. */
  renderedAt: string;
}

const LOOK_EVERY_MS = 30_000;
export function TokensSettings({ tokens: initial, scopes, servers, url, renderedAt }: TokensSettingsProps) {
  const { viewer } = useWorkspace();
  const now = useNow(LOOK_EVERY_MS) ?? new Date(renderedAt);
  const { tokens, made, ending, outcome, keep, change, revoke } = useTokens(initial);
  const rows = tokens.map((token) => ({ token, state: tokenState(token, now) }));
  const open = rows.filter(({ state }) => state === 'open');
  const over = rows.filter(({ state }) => state !== 'open');
  const row = ({ token, state }: (typeof rows)[number]) => (
    <TokenRow
      key={token.id}
      token={token}
      state={state}
      viewer={viewer}
      servers={servers}
      onChanged={(changed) => change(token.id, changed)}
      isEnding={ending === token.id}
      onRevoke={() => revoke(token)}
    />
  );
  return (
    <SettingsPage name="tokens">
      <p className="mt-1.5 max-w-prose text-16 text-muted">
        {say('tokens.intro')} {viewer.role === 'viewer' ? say('tokens.viewer') : <WhatAsks />}
      </p>
      {made && (
        <ShownOnce
          words={say('tokens.made')}
          text={made.token}
          what={say('tokens.the-token')}
          testId="new-token"
        />
      )}
      <OutcomeLine outcome={outcome} />
      {open.length > 0 ? (
        <ul className={ENTRIES}>{open.map(row)}</ul>
      ) : (
        <EmptyPlace title={say('tokens.none')} why={say('tokens.none.why')}>
          <a href="#new-token" className={buttonClass('outline')}>
            {say('tokens.none.act')}
          </a>
        </EmptyPlace>
      )}
      <NewToken scopes={scopes} servers={servers} onMade={keep} />
      <ConnectClient url={url} token={made?.token ?? null} />
      {over.length > 0 && (
        <Over testId="tokens-over" words={say('tokens.over', { count: over.length })}>
          {over.map(row)}
        </Over>
      )}
    </SettingsPage>
  );
}

function WhatAsks() {
  return sayWith('tokens.asks', {
    link: (words) => (
      <WorkspaceLink href="/approvals" className="underline underline-offset-2">
        {words}
      </WorkspaceLink>
    ),
  });
}

function useTokens(initial: TokenView[]) {
  const [tokens, setTokens] = useState(initial);
  const [made, setMade] = useState<{ id: string; token: string } | null>(null);
  const { doing, outcome, act } = useAct();
  const refresh = async () => {
    const fresh = await request<{ tokens: TokenView[] }>('GET', '/api/tokens').catch(() => null);
    if (fresh) setTokens(fresh.tokens);
  };
  const keep = async (one: { id: string; token: string }) => {
    setMade(one);
    await refresh();
  };
  const change = (id: string, changed: Partial<TokenView>) =>
    setTokens((before) => before.map((one) => (one.id === id ? { ...one, ...changed } : one)));
  const revoke = ({ id }: TokenView) =>
    act(id, say('tokens.not-revoked'), async () => {
      await request('DELETE', `/api/tokens/${encodeURIComponent(id)}`);
      const revokedAt = new Date().toISOString();
      change(id, { revokedAt });
      setMade((before) => (before?.id === id ? null : before));
      return say('tokens.revoked');
    });
  return { tokens, made, ending: doing, outcome, keep, change, revoke };
}
