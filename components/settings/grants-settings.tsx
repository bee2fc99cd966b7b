'use client';
/** What runs without asking because somebody allowed it on a card, and the way to take it back. */
import { useState } from 'react';
import { request, wordsOf } from '@/components/api/api';
import { PageTitle } from '@/components/shell/page-title';
import { TopBar } from '@/components/shell/top-bar';
import { useWorkspace } from '@/components/shell/workspace';
import { WorkspaceLink } from '@/components/shell/workspace-link';
import { buttonClass } from '@/components/ui/button';
import { useNow } from '@/components/ui/use-now';
import type { GrantView } from '@/lib/grants/grant-view';
import { ENTRIES, Over, StatusLine } from './entries';
import { GrantRow } from './grants-row';
import { grantState, isInForce } from './grants-state';

export interface GrantsSettingsProps {
  /** Newest first. */
  grants: GrantView[];
  /** ISO 8601: when the server made the page. */
  renderedAt: string;
}

/** How often the page looks whether a grant's time is over. */
const LOOK_EVERY_MS = 30_000;

export function GrantsSettings({ grants: initial, renderedAt }: GrantsSettingsProps) {
  const { viewer } = useWorkspace();
  const now = useNow(LOOK_EVERY_MS) ?? new Date(renderedAt);
  const { grants, ending, said, problem, takeBack } = useTakingBack(initial);
  const rows = grants.map((grant) => ({ grant, state: grantState(grant, now) }));
  const inForce = rows.filter(({ state }) => isInForce(state));
  const over = rows.filter(({ state }) => !isInForce(state));
  const row = ({ grant, state }: (typeof rows)[number]) => (
    <GrantRow
      key={grant.id}
      {...{ grant, state, viewer }}
      isEnding={ending === grant.id}
      onTakeBack={() => takeBack(grant.id)}
    />
  );
  return (
    <>
      <PageTitle title="Allowed ahead" />
      <TopBar title="Allowed ahead" />
      <main id="main" tabIndex={-1} className="min-h-0 flex-1 overflow-y-auto outline-none">
        <div className="mx-auto w-full max-w-wide px-4 pt-5 pb-10 md:px-6">
          <h2 className="font-semibold text-24">What runs without asking</h2>
          <p className="mt-1.5 max-w-prose text-16 text-muted">
            {viewer.role === 'admin'
              ? 'All that was allowed ahead in your team.'
              : 'What was allowed ahead for you, or by you.'}{' '}
            Once you take it back, calls ask again.{' '}
            {inForce.length > 0 && (
              <WorkspaceLink href="/" className="whitespace-nowrap underline underline-offset-2">
                Back to the chat
              </WorkspaceLink>
            )}
          </p>
          <StatusLine words={said} />
          {problem !== null && (
            <p role="alert" className="mt-4 text-14 text-failed">
              {problem}
            </p>
          )}
          {inForce.length > 0 ? <ul className={ENTRIES}>{inForce.map(row)}</ul> : <Empty />}
          {over.length > 0 && (
            <Over testId="grants-over" count={over.length} how="taken back, void, used up">
              {over.map(row)}
            </Over>
          )}
        </div>
      </main>
    </>
  );
}

function Empty() {
  return (
    <div className="mt-6 rounded-table border bg-raised px-4 py-6">
      <p className="font-medium text-14">Nothing is allowed ahead now.</p>
      <p className="mt-1 max-w-prose text-14 text-muted">
        Every call asks as the policy says. Where it lets you, a card offers to allow calls like it ahead.
      </p>
      <WorkspaceLink href="/" className={buttonClass('outline', 'mt-4')}>
        Back to the chat
      </WorkspaceLink>
    </div>
  );
}

function useTakingBack(initial: GrantView[]) {
  const [grants, setGrants] = useState(initial);
  const [ending, setEnding] = useState<string | null>(null);
  const [said, setSaid] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const takeBack = async (id: string) => {
    setEnding(id);
    setSaid(null);
    setProblem(null);
    try {
      await request('DELETE', `/api/grants/${encodeURIComponent(id)}`);
      const revokedAt = new Date().toISOString();
      setGrants((before) => before.map((one) => (one.id === id ? { ...one, revokedAt } : one)));
      setSaid('Taken back. The next call like that asks again.');
      // How often the others were used since may be news too; without an answer what is shown is right.
      const fresh = await request<{ grants: GrantView[] }>('GET', '/api/grants').catch(() => null);
      if (fresh) setGrants(fresh.grants);
    } catch (error) {
      setProblem(`Not taken back. ${wordsOf(error)}`);
    }
    setEnding(null);
  };
  return { grants, ending, said, problem, takeBack };
}
