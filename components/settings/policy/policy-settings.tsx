'use client';
/** The policy: every tool by its server, what happens to a call of it, and what admins and the person can set. */
import { useState } from 'react';
import { policyId } from '@/components/shell/policy-place';
import { SettingsPage } from '@/components/shell/settings-page';
import { useResource } from '@/components/shell/use-resource';
import { useWorkspace } from '@/components/shell/workspace';
import { RiskIcon } from '@/components/shown/risk-icon';
import { ShownText } from '@/components/shown/shown-text';
import { visibleString } from '@/components/shown/visible-text';
import { nameOf } from '@/components/tool-call/call-name';
import { TextField } from '@/components/ui/text-field';
import { say } from '@/components/words/say';
import { told } from '@/components/words/told';
import { type ToolView, usualVerdict } from '@/lib/agent/tool-views';
import { works } from '@/lib/people/roles';
import type { PolicyView } from '@/lib/rules/policy-rules';
import { PRESET_SERVER } from '@/lib/rules/presets';
import type { Risk } from '@/mcp/annotations';
import { PolicyPresets } from './policy-presets';
import { COLUMNS, columnsFor, PolicyRow } from './policy-row';
import { PolicyTrial } from './policy-trial';
import { UnsavedProvider, UnsavedRules, useUnsaved } from './unsaved';

export interface PolicySettingsProps {
  tools: ToolView[];
  policy: PolicyView;
}

/** The riskiest come first. */
const ORDER: Record<Risk, number> = { destructive: 0, write: 1, 'read-only': 2 };

export function PolicySettings({ tools, policy: initial }: PolicySettingsProps) {
  const { viewer } = useWorkspace();
  const { view: policy, take } = useResource('/api/policy', initial, 'policy');
  const isAdmin = viewer.role === 'admin';
  const [wanted, setWanted] = useState('');
  const { unsaved, mark } = useUnsaved();
  const servers = [...new Set([...tools, ...(isAdmin ? policy.rules : [])].map(({ server }) => server))];
  return (
    <SettingsPage name="policy">
      <Explanation />
      <UnsavedRules unsaved={unsaved} />
      {isAdmin && <PolicyTrial tools={tools} rules={policy.rules} onSaved={take} />}
      <div className="mt-4 max-w-72">
        <TextField
          label={say('policy.find')}
          type="search"
          value={wanted}
          onChange={setWanted}
          maxLength={100}
        />
      </div>
      <UnsavedProvider value={mark}>
        {servers.map((server) => (
          <Server
            key={server}
            server={server}
            wanted={wanted.trim().toLowerCase()}
            unsaved={unsaved}
            tools={tools.filter((tool) => tool.server === server)}
            policy={policy}
            onSaved={take}
          />
        ))}
      </UnsavedProvider>
    </SettingsPage>
  );
}

const EXPLAINED = ['default', 'everybody', 'lock', 'critical', 'open-for', 'hold', 'myself'] as const;

function Explanation() {
  const { role } = useWorkspace().viewer;
  const others = works(role) ? 'policy.other' : 'policy.reader';
  return (
    <>
      <p className="mt-1.5 max-w-prose text-16 text-muted">
        {say(role === 'admin' ? 'policy.admin' : others)}
      </p>
      <dl className="mt-4 max-w-[44rem] text-13">
        {EXPLAINED.filter((name) => works(role) || name !== 'myself').map((name) => (
          <div key={name} className="flex gap-x-4 py-0.5 max-md:flex-col max-md:py-1">
            <dt className="w-28 shrink-0 font-medium text-ink">{say(`policy.${name}`)}</dt>
            <dd className="text-ink-2">{say(`policy.${name}.means`)}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

interface ServerProps extends PolicySettingsProps {
  server: string;
  /** Words to find in a tool's name, in lower case; empty: all are shown. */
  wanted: string;
  /** Rows that stay, whatever is searched for. */
  unsaved: ReadonlyMap<string, string>;
  onSaved: (policy: PolicyView) => void;
}

function Server({ server, wanted, unsaved, tools, policy, onSaved }: ServerProps) {
  const { viewer } = useWorkspace();
  const isAdmin = viewer.role === 'admin';
  const trusted = tools.every((tool) => tool.trusted);
  const isWanted = (...names: string[]) =>
    [server, ...names].some((name) => name.toLowerCase().includes(wanted));
  const stays = (tool: string | null) => unsaved.has(policyId(server, tool));
  const sorted = tools
    .filter((tool) => stays(tool.name) || isWanted(tool.name, nameOf({ ...tool, tool: tool.name })))
    .toSorted((one, other) => ORDER[one.risk] - ORDER[other.risk]);
  const common = { server, isAdmin, rules: policy.rules, onSaved };
  const gone = policy.rules.filter(
    (rule) => rule.server === server && rule.tool !== null && !tools.some(({ name }) => name === rule.tool),
  );
  const left = [...new Set(gone.map(({ tool }) => tool ?? ''))].filter(
    (name) => stays(name) || isWanted(name),
  );
  const hasEvery = stays(null) || isWanted();
  if (!hasEvery && sorted.length + left.length === 0) return null;
  return (
    <section aria-label={visibleString(server)} className="@container mt-8">
      <h3 className="flex items-baseline gap-2 font-semibold text-16">
        <ShownText text={server} />
        <span className="font-normal text-13 text-muted">
          {tools.length === 0
            ? say('policy.not-there')
            : trusted
              ? say('policy.trusted')
              : say('policy.not-trusted')}
        </span>
      </h3>
      {isAdmin && server === PRESET_SERVER && tools.length > 0 && (
        <PolicyPresets tools={tools} rules={policy.rules} onSaved={onSaved} />
      )}
      <ColumnNames />
      <ul className="divide-y divide-line rounded-table border bg-raised">
        {hasEvery && (
          <PolicyRow {...common} tool={null} name={visibleString(server)} trusted={trusted}>
            <p className="font-medium text-14 text-ink">{say('policy.every-tool')}</p>
          </PolicyRow>
        )}
        {sorted.map((tool) => (
          <ToolRow key={tool.name} tool={tool} {...common} />
        ))}
        {isAdmin &&
          left.map((name) => (
            <PolicyRow key={name} {...common} tool={name} name={visibleString(name)} trusted={trusted}>
              <p className="break-words font-mono text-13 text-ink">
                <ShownText text={name} />
              </p>
              <p className="text-13 text-muted">{say('policy.not-listed')}</p>
            </PolicyRow>
          ))}
      </ul>
    </section>
  );
}

const NAMES = {
  admin: ['everybody', 'lock', 'critical', 'open-for', 'hold', 'myself'],
  other: ['everybody', 'myself'],
  reader: ['everybody'],
} as const;

/** Only visual: every field has an accessible name of its own. */
function ColumnNames() {
  const { role } = useWorkspace().viewer;
  const columns = columnsFor(role);
  const names = NAMES[columns];
  return (
    <div
      aria-hidden
      className={`sticky top-0 z-10 mt-2 hidden bg-page px-4 py-1 font-medium text-12 text-muted ${COLUMNS[columns]}`}
    >
      {columns !== 'admin' && <span />}
      {names.map((name) => (
        <span key={name} className={['lock', 'critical'].includes(name) ? 'text-center' : ''}>
          {say(`policy.${name}`)}
        </span>
      ))}
    </div>
  );
}

interface ToolRowProps extends Omit<ServerProps, 'tools' | 'policy' | 'wanted' | 'unsaved'> {
  tool: ToolView;
  isAdmin: boolean;
  rules: PolicyView['rules'];
}

function ToolRow({ tool, rules, ...common }: ToolRowProps) {
  const { viewer } = useWorkspace();
  // People who only read the rules see what they mean for those to whom they apply.
  const role = works(viewer.role) ? viewer.role : 'member';
  const { effect, reason } = usualVerdict(tool, role, rules);
  const usual = usualVerdict(tool, role, []).effect;
  const name = nameOf({ ...tool, tool: tool.name });
  return (
    <PolicyRow
      {...common}
      rules={rules}
      tool={tool.name}
      name={visibleString(name)}
      trusted={tool.trusted}
      usual={usual}
      // Reads never ask by themselves: a field for the waiting time would be pointless.
      mayAsk={tool.risk !== 'read-only' || effect !== 'allow'}
    >
      <div className="flex gap-2">
        <RiskIcon risk={tool.risk} trusted={tool.trusted} size={16} className="mt-0.5 shrink-0 text-muted" />
        <div className="min-w-0">
          <p className={`break-words font-medium text-14 text-ink ${tool.trusted ? '' : 'font-mono'}`}>
            <ShownText text={name} />
          </p>
          <p data-testid="policy-verdict" data-policy={effect} className="text-13 text-muted">
            <span className="text-ink-2">{say(`verdict.${effect}`)}.</span> {told(reason)}
          </p>
        </div>
      </div>
    </PolicyRow>
  );
}
