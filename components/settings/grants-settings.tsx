'use client';
/** Grants: what runs without asking because somebody allowed it on a card, and the button to take each back. */
import { useState } from 'react';
import { request } from '@/components/api/api';
import { OutcomeLine, useAct } from '@/components/api/use-act';
import { SettingsPage } from '@/components/shell/settings-page';
import { useWorkspace } from '@/components/shell/workspace';
import { WorkspaceLink } from '@/components/shell/workspace-link';
import { buttonClass } from '@/components/ui/button';
import { EmptyPlace } from '@/components/ui/empty-place';
import { useNow } from '@/components/ui/use-now';
import { say } from '@/components/words/say';
import type { GrantView } from '@/lib/grants/grant-view';
import { ENTRIES, Over } from './entries';
import { GrantRow } from './grants-row';
import { grantState, isInForce } from './grants-state';

export interface GrantsSettingsProps {
  /** Newest first. */
  grants: GrantView[];
  /** ISO 8601: when the server rendered the page. */
  renderedAt: string;
}

/** How often the page checks whether a grant has expired. */
const LOOK_EVERY_MS = 30_000;

export function GrantsSettings({ grants: initial, renderedAt }: GrantsSettingsProps) {
  const { viewer } = useWorkspace();
  const now = useNow(LOOK_EVERY_MS) ?? new Date(renderedAt);
  const { grants, ending, outcome, takeBack } = useTakingBack(initial);
  const rows = grants.map((grant) => ({ grant, state: grantState(grant, now) }));
  const inForce = rows.filter(({ state }) => isInForce(state));
  const over = rows.filter(({ state }) => !isInForce(state));
  const row = ({ grant, state }: (typeof rows)[number]) => (
    <GrantRow
      key={grant.id}
      grant={grant}
      state={state}
      viewer={viewer}
      isEnding={ending === grant.id}
      onTakeBack={() => takeBack(grant.id)}
    />
  );
  return (
    <SettingsPage name="grants">
      <p className="mt-1.5 max-w-prose text-16 text-muted">
        {viewer.role === 'admin' ? say('grants.team') : say('grants.own')} {say('grants.once')}{' '}
        {inForce.length > 0 && (
          <WorkspaceLink href="/" className="whitespace-nowrap underline underline-offset-2">
            {say('grants.back')}
          </WorkspaceLink>
        )}
      </p>
      <OutcomeLine outcome={outcome} />
      {inForce.length > 0 ? <ul className={ENTRIES}>{inForce.map(row)}</ul> : <Empty />}
      {over.length > 0 && (
        <Over testId="grants-over" words={say('grants.over', { count: over.length })}>
          {over.map(row)}
        </Over>
      )}
    </SettingsPage>
  );
}

function Empty() {
  return (
    <EmptyPlace title={say('grants.none')} why={say('grants.none.why')}>
      <WorkspaceLink href="/" className={buttonClass('outline')}>
        {say('grants.back')}
      </WorkspaceLink>
    </EmptyPlace>
  );
}

function useTakingBack(initial: GrantView[]) {
  const [grants, setGrants] = useState(initial);
  const { doing, outcome, act } = useAct();
  const takeBack = (id: string) =>
    act(id, say('grants.not-taken-back'), async () => {
      await request('DELETE', `/api/grants/${encodeURIComponent(id)}`);
      const revokedAt = new Date().toISOString();
      setGrants((before) => before.map((one) => (one.id === id ? { ...one, revokedAt } : one)));
      // The uses of other grants may have changed as well; if this fails, what is shown is still right.
      const fresh = await request<{ grants: GrantView[] }>('GET', '/api/grants').catch(() => null);
      if (fresh) setGrants(fresh.grants);
      return say('grants.taken-back');
    });
  return { grants, ending: doing, outcome, takeBack };
}
