'use client';
/** How often people are asked, how long they take and how often they say yes; and where less asking would do. */
import type { ReactNode } from 'react';
import { Page } from '@/components/shell/page';
import { policyPath } from '@/components/shell/policy-place';
import { WorkspaceLink } from '@/components/shell/workspace-link';
import { ShownText } from '@/components/shown/shown-text';
import { buttonClass } from '@/components/ui/button';
import { type Attention, PERIODS, relief, type ToolAttention } from '@/lib/rules/attention-view';
import { AttentionTable } from './attention-table';
import { countWords, decidedWords, rateWords, shareWords, takenWords } from './attention-words';
import { ATTENTION, addressOf } from './inbox-search';
import { TabLink, Tabs } from './tabs';

export function AttentionPage({ attention }: { attention: Attention }) {
  const { days, asked, tools } = attention;
  const asking = tools.filter((tool) => tool.asked > 0);
  const relieved = asking.filter((tool) => relief(tool) !== null);
  return (
    <Page title="Approvals">
      <Tabs here="attention" />
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <h2 className="text-24 font-semibold">How often it asks</h2>
        <Periods days={days} />
      </div>
      {asked === 0 ? <NothingAsked attention={attention} /> : <Figures attention={attention} />}
      {relieved.length > 0 && <Relief tools={relieved} />}
      {asking.length > 0 && <AttentionTable tools={asking} />}
    </Page>
  );
}

function Periods({ days }: { days: number }) {
  return (
    <nav aria-label="Period" className="flex w-fit rounded-control bg-soft p-0.5 text-13">
      {PERIODS.map((period) => (
        <TabLink key={period} href={`${ATTENTION}?days=${period}`} isHere={period === days}>
          {`${period} days`}
        </TabLink>
      ))}
    </nav>
  );
}

function Figures({ attention }: { attention: Attention }) {
  const { askedPer100, asked, calls, medianSeconds, confirmed, decided, expired } = attention;
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-5 border-y py-4 md:grid-cols-4">
      <Figure name="Asked per 100 calls" value={rateWords(askedPer100)}>
        {countWords(asked)} of {countWords(calls)} calls
      </Figure>
      <Figure name="Median time to decide" value={takenWords(medianSeconds)}>
        {countWords(decided)} {decided === 1 ? 'decision' : 'decisions'}
      </Figure>
      <Figure name="Confirmed" value={shareWords(confirmed, decided)}>
        {countWords(confirmed)} of {countWords(decided)} decided
      </Figure>
      <Figure name="Expired" value={countWords(expired)}>
        {expired === 0 ? 'No time ran out' : 'Nobody decided in time'}
      </Figure>
    </dl>
  );
}

function Figure({ name, value, children }: { name: string; value: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-13 text-muted">{name}</dt>
      <dd>
        <span className="block font-semibold text-24 text-ink tabular-nums">{value}</span>
        <span className="block text-13 text-muted">{children}</span>
      </dd>
    </div>
  );
}

/** A question that is always answered in the same way stops being read. */
function Relief({ tools }: { tools: ToolAttention[] }) {
  return (
    <section aria-label="Where less asking would do" className="mt-6">
      <h3 className="font-semibold text-16">Where less asking would do</h3>
      <p className="mt-1 max-w-prose text-14 text-muted">
        Who is asked often and nearly always says yes stops reading.
      </p>
      <ul className="mt-3 divide-y divide-line rounded-table border bg-raised">
        {tools.map((tool) => (
          <li
            key={`${tool.server} ${tool.tool}`}
            className="flex items-center justify-between gap-x-6 gap-y-1 px-4 py-3 max-md:flex-col max-md:items-start"
          >
            <p className="min-w-0 break-words text-14 text-ink-2">
              <span className="font-mono text-13 text-ink">
                <ShownText text={tool.tool} />
              </span>{' '}
              of <ShownText text={tool.server} />: {decidedWords(tool)}. Consider a{' '}
              {relief(tool) === 'rule' ? 'rule' : 'grant or a rule'}.
            </p>
            <WorkspaceLink
              href={policyPath(tool.server, tool.tool)}
              className="shrink-0 text-14 text-ink underline underline-offset-2 max-md:inline-flex max-md:min-h-11 max-md:items-center"
            >
              Its policy
              <span className="sr-only">
                {' '}
                (<ShownText text={tool.tool} />)
              </span>
            </WorkspaceLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

function NothingAsked({ attention: { calls, days } }: { attention: Attention }) {
  return (
    <>
      <p className="max-w-prose text-16 text-muted">
        {calls === 0
          ? `Nothing was called in the last ${days} days.`
          : `Of ${countWords(calls)} ${calls === 1 ? 'call' : 'calls'} in the last ${days} days none asked.`}{' '}
        How often people are asked, and what they answer, will appear here.
      </p>
      <WorkspaceLink href={addressOf({ tab: 'waiting' })} className={buttonClass('outline', 'mt-5')}>
        See what waits
      </WorkspaceLink>
    </>
  );
}
