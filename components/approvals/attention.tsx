'use client';
/** How often people are asked, how long they take and how often they confirm; and where fewer questions would do. */
import type { ReactNode } from 'react';
import { Page } from '@/components/shell/page';
import { policyPath } from '@/components/shell/policy-place';
import { WorkspaceLink } from '@/components/shell/workspace-link';
import { ShownText } from '@/components/shown/shown-text';
import { buttonClass } from '@/components/ui/button';
import { say, sayWith } from '@/components/words/say';
import { type Attention, PERIODS, relief, type ToolAttention } from '@/lib/rules/attention-view';
import { AttentionTable, nameOf } from './attention-table';
import { countWords, decidedWords, rateWords, shareWords, takenWords } from './attention-words';
import { ATTENTION, addressOf } from './inbox-search';
import { TabLink, Tabs } from './tabs';

export function AttentionPage({ attention }: { attention: Attention }) {
  const { days, asked, tools } = attention;
  const asking = tools.filter((tool) => tool.asked > 0);
  const relieved = asking.filter((tool) => relief(tool) !== null);
  return (
    <Page title={say('place.approvals')}>
      <Tabs here="attention" />
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <h2 className="text-24 font-semibold">{say('approvals.attention')}</h2>
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
    <nav aria-label={say('attention.period')} className="flex w-fit rounded-control bg-soft p-0.5 text-13">
      {PERIODS.map((period) => (
        <TabLink key={period} href={`${ATTENTION}?days=${period}`} isHere={period === days}>
          {say('attention.days', { days: period })}
        </TabLink>
      ))}
    </nav>
  );
}

function Figures({ attention }: { attention: Attention }) {
  const { askedPer100, asked, calls, medianSeconds, confirmed, decided, expired } = attention;
  return (
    <div className="@container border-y py-4">
      <dl className="grid grid-cols-2 gap-x-4 @min-[40rem]:grid-cols-4">
        <Figure name={say('attention.per-100')} value={rateWords(askedPer100)}>
          {say('attention.of-calls', { asked, calls })}
        </Figure>
        <Figure name={say('attention.median')} value={takenWords(medianSeconds)}>
          {say('attention.decisions', { count: decided })}
        </Figure>
        <Figure name={say('attention.confirmed')} value={shareWords(confirmed, decided)}>
          {say('attention.of-decided', { confirmed, decided })}
        </Figure>
        <Figure name={say('attention.expired')} value={countWords(expired)}>
          {expired === 0 ? say('attention.none-expired') : say('attention.some-expired')}
        </Figure>
      </dl>
    </div>
  );
}

/** Values are aligned on one line, however many lines their names take. */
function Figure({ name, value, children }: { name: string; value: string; children: ReactNode }) {
  return (
    <div className="row-span-3 grid min-w-0 grid-rows-subgrid @max-[40rem]:nth-[n+3]:pt-5">
      <dt className="text-13 text-muted">{name}</dt>
      <dd className="font-semibold text-24 text-ink tabular-nums">{value}</dd>
      <dd className="text-13 text-muted">{children}</dd>
    </div>
  );
}

/** Nobody keeps reading a question that is always answered in the same way. */
function Relief({ tools }: { tools: ToolAttention[] }) {
  return (
    <section aria-label={say('attention.relief')} className="mt-6">
      <h3 className="font-semibold text-16">{say('attention.relief')}</h3>
      <p className="mt-1 max-w-prose text-14 text-muted">{say('attention.relief.why')}</p>
      <ul className="mt-3 divide-y divide-line rounded-table border bg-raised">
        {tools.map((tool) => (
          <li
            key={`${tool.server} ${tool.tool}`}
            className="flex items-center justify-between gap-x-6 gap-y-1 px-4 py-3 max-md:flex-col max-md:items-start"
          >
            <p className="min-w-0 break-words text-14 text-ink-2">
              {sayWith(relief(tool) === 'rule' ? 'attention.consider-rule' : 'attention.consider-grant', {
                tool: () => (
                  <span className="font-medium text-ink">
                    <ShownText text={nameOf(tool)} />
                  </span>
                ),
                server: () => <ShownText text={tool.server} />,
                words: decidedWords(tool),
              })}
            </p>
            <WorkspaceLink
              href={policyPath(tool.server, tool.tool)}
              className="shrink-0 text-14 text-ink underline underline-offset-2 max-md:inline-flex max-md:min-h-11 max-md:items-center"
            >
              {say('attention.rules')}
              <span className="sr-only">
                {' '}
                (<ShownText text={nameOf(tool)} />)
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
        {calls === 0 ? say('attention.no-calls', { days }) : say('attention.none-asked', { calls, days })}{' '}
        {say('attention.will-appear')}
      </p>
      <WorkspaceLink href={addressOf({ tab: 'waiting' })} className={buttonClass('outline', 'mt-5')}>
        {say('attention.see-waiting')}
      </WorkspaceLink>
    </>
  );
}
