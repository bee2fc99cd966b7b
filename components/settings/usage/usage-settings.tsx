'use client';
/**
 * What models have cost, as a chart and a table, and their limits: for everybody their own, for admins with the form to
 * set them.
 */
import { Download } from 'lucide-react';
import { useState } from 'react';
import { SettingsPage } from '@/components/shell/settings-page';
import { useWorkspace } from '@/components/shell/workspace';
import { ShownText } from '@/components/shown/shown-text';
import {
  BodyCell,
  type CellLooks,
  TableBody,
  TableFrame,
  TableHeads,
  TableRow,
} from '@/components/shown/table/table-frame';
import { Legend } from '@/components/tool-call/chart/chart-legend';
import { ChartDrawing } from '@/components/tool-call/chart/drawn-apart';
import { saveFile } from '@/components/tool-call/table/save-file';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { useEarly } from '@/components/ui/use-early';
import { say } from '@/components/words/say';
import type { UsageView, UsedView } from '@/lib/limits/usage-view';
import { readsRecord } from '@/lib/people/roles';
import { Limits } from './limits';
import type { PricedModel } from './money-counts';
import {
  chartOf,
  csvOfUsage,
  figureWords,
  moneyWords,
  type Sum,
  sumsBy,
  totalOf,
  WAYS,
  type Way,
} from './usage-sums';

interface UsageSettingsProps {
  usage: UsageView;
  /** Of the team, for admins and auditors. */
  people: { id: string; name: string }[];
  /** Models that can answer. */
  models: PricedModel[];
}

export function UsageSettings({ usage: initial, people, models }: UsageSettingsProps) {
  const { viewer } = useWorkspace();
  const [usage, setUsage] = useState(initial);
  const isTeams = readsRecord(viewer.role);
  return (
    <SettingsPage name="usage" intro={say(isTeams ? 'usage.intro.team' : 'usage.intro.own')}>
      <p className="mt-1.5 max-w-prose text-14 text-muted">{say('usage.utc')}</p>
      <Used rows={usage.rows} isTeams={isTeams} />
      <Limits limits={usage.limits} people={people} models={models} onChange={setUsage} />
    </SettingsPage>
  );
}

function Used({ rows, isTeams }: { rows: readonly UsedView[]; isTeams: boolean }) {
  const [way, setWay] = useState<Way>('day');
  const choose = (value: string) => setWay(WAYS.find((one) => one === value) ?? way);
  const field = useEarly<HTMLSelectElement>(way, choose);
  if (rows.length === 0) {
    return (
      <p
        data-testid="usage-none"
        className="mt-6 rounded-table border bg-raised px-4 py-3 text-14 text-ink-2"
      >
        {say('usage.none')}
      </p>
    );
  }
  const sums = sumsBy(way, rows, say('people.left'));
  const words = { read: say('usage.read'), written: say('usage.written'), by: say(`usage.by.${way}`) };
  const chart = chartOf(way, sums, words);
  const save = () =>
    saveFile('amber-usage.csv', new Blob([csvOfUsage(rows)], { type: 'text/csv;charset=utf-8' }));
  return (
    <section aria-label={say('usage.used')} className="mt-6">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <label className="flex items-center gap-2 text-13">
          {say('usage.by')}
          <select
            {...field}
            value={way}
            onChange={(event) => choose(event.target.value)}
            className="h-11 rounded-control border border-edge bg-page px-2 text-14 text-ink md:h-9"
          >
            {WAYS.filter((one) => isTeams || one !== 'person').map((one) => (
              <option key={one} value={one}>
                {say(`usage.by.${one}`)}
              </option>
            ))}
          </select>
        </label>
        <Button onClick={save}>
          <Icon of={Download} />
          {say('usage.csv')}
        </Button>
      </div>
      {/* Screen readers get the table below. */}
      <div aria-hidden data-testid="usage-chart" className="mt-4 min-h-[260px] min-w-0 text-ink">
        <ChartDrawing chart={chart} others="" />
      </div>
      <Legend chart={chart} />
      <Table way={way} sums={way === 'day' ? sums.toReversed() : sums} />
    </section>
  );
}

const NAME: CellLooks = { figure: false, exact: false, whole: false, place: 'first' };
const FIGURE: CellLooks = { figure: true, exact: false, whole: true, place: 'below' };
const COST: CellLooks = { ...FIGURE, place: 'last' };

function Table({ way, sums }: { way: Way; sums: readonly Sum[] }) {
  const columns = [
    [say(`usage.by.${way}`), NAME, ({ label }: Sum) => label],
    [say('usage.requests'), FIGURE, ({ requests }: Sum) => figureWords(requests)],
    [say('usage.read'), FIGURE, ({ read }: Sum) => figureWords(read)],
    [say('usage.written'), FIGURE, ({ written }: Sum) => figureWords(written)],
    [say('usage.cost'), COST, costWords],
  ] as const;
  const total = totalOf(sums, say('usage.total'));
  return (
    <div className="mt-4">
      <TableFrame foot={say(`usage.count.${way}`, { count: sums.length })}>
        <TableHeads names={columns} />
        <TableBody>
          {[...sums, ...(total ? [total] : [])].map((sum) => (
            <TableRow
              key={sum.key}
              total={sum === total}
              data-testid={sum === total ? 'usage-total' : 'usage-row'}
            >
              {columns.map(([name, looks, words]) => (
                <BodyCell key={name} looks={looks} label={name}>
                  <ShownText text={words(sum)} />
                </BodyCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </TableFrame>
    </div>
  );
}

const costWords = ({ cost }: Sum) =>
  cost.map(([currency, amount]) => moneyWords(amount, currency)).join(', ') || say('usage.unknown');
