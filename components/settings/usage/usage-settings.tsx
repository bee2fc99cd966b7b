'use client';
/** What models have cost, drawn and as a table, and what they may cost: for everybody their own, for admins with the limits to set. */
import { Download } from 'lucide-react';
import { useState } from 'react';
import { SettingsPage } from '@/components/shell/settings-page';
import { useWorkspace } from '@/components/shell/workspace';
import { ScrollBox } from '@/components/shown/scroll-box';
import { ShownText } from '@/components/shown/shown-text';
import { ChartDrawing } from '@/components/tool-call/chart/drawn-apart';
import { saveFile } from '@/components/tool-call/table/save-file';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { currentIntl, say } from '@/components/words/say';
import type { UsageView, UsedView } from '@/lib/limits/usage-view';
import { readsRecord } from '@/lib/people/roles';
import { Limits } from './limits';
import { chartOf, csvOfUsage, moneyOf, type Sum, sumsBy, WAYS, type Way } from './usage-sums';

interface UsageSettingsProps {
  usage: UsageView;
  /** Of the team, for admins. */
  people: { id: string; name: string }[];
}

export function UsageSettings({ usage: initial, people }: UsageSettingsProps) {
  const { viewer } = useWorkspace();
  const [usage, setUsage] = useState(initial);
  const isTeams = readsRecord(viewer.role);
  return (
    <SettingsPage name="usage" intro={say(isTeams ? 'usage.intro.team' : 'usage.intro.own')}>
      <p className="mt-1.5 max-w-prose text-14 text-muted">{say('usage.utc')}</p>
      <Used rows={usage.rows} isTeams={isTeams} />
      <Limits limits={usage.limits} people={people} onChange={setUsage} />
    </SettingsPage>
  );
}

function Used({ rows, isTeams }: { rows: readonly UsedView[]; isTeams: boolean }) {
  const [way, setWay] = useState<Way>('day');
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
  const save = () =>
    saveFile('amber-usage.csv', new Blob([csvOfUsage(rows)], { type: 'text/csv;charset=utf-8' }));
  return (
    <section aria-label={say('usage.used')} className="mt-6">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <label className="flex items-center gap-2 text-13">
          {say('usage.by')}
          <select
            value={way}
            onChange={(event) => setWay(WAYS.find((one) => one === event.target.value) ?? way)}
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
      {/* Heard as the table below. */}
      <div aria-hidden data-testid="usage-chart" className="mt-4 min-h-[260px] min-w-0 text-ink">
        <ChartDrawing chart={chartOf(way, sums, words)} others="" />
      </div>
      <Table way={way} sums={way === 'day' ? sums.toReversed() : sums} />
    </section>
  );
}

const CELL = 'px-3 py-2 text-right tabular-nums';

function Table({ way, sums }: { way: Way; sums: readonly Sum[] }) {
  const figure = (value: number) => new Intl.NumberFormat(currentIntl()).format(value);
  const columns = ['requests', 'read', 'written', 'cost'] as const;
  return (
    <ScrollBox name={say('usage.used')} className="mt-3 rounded-table border bg-raised">
      <table className="w-full text-13">
        <thead>
          <tr className="border-b text-muted">
            <th scope="col" className="px-3 py-2 text-left font-medium">
              {say(`usage.by.${way}`)}
            </th>
            {columns.map((column) => (
              <th key={column} scope="col" className={`${CELL} font-medium`}>
                {say(`usage.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sums.map((sum) => (
            <tr key={sum.key} data-testid="usage-row" className="border-line border-b last:border-0">
              <th scope="row" className="min-w-32 break-words px-3 py-2 text-left font-normal">
                <ShownText text={sum.label} />
              </th>
              {(['requests', 'read', 'written'] as const).map((column) => (
                <td key={column} className={CELL}>
                  {figure(sum[column])}
                </td>
              ))}
              <td className={`${CELL} whitespace-nowrap`}>
                {sum.cost.map(([currency, amount]) => `${moneyOf(amount)} ${currency}`).join(', ') ||
                  say('usage.unknown')}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}
