'use client';
/** One line of the policy: a tool, or all tools of a server, the resulting effect, and the fields for changing it. */
import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { policyId } from '@/components/shell/policy-place';
import type { Viewer } from '@/components/shell/viewer';
import { useWorkspace } from '@/components/shell/workspace';
import { Moment } from '@/components/shown/moment';
import { ShownText } from '@/components/shown/shown-text';
import { Icon } from '@/components/ui/icon';
import { openWithKeys } from '@/components/ui/open-with-keys';
import { useEarly } from '@/components/ui/use-early';
import { say, sayWith } from '@/components/words/say';
import { works } from '@/lib/people/roles';
import type { Effect } from '@/lib/policy/policy';
import type { PolicyView, RuleView } from '@/lib/rules/policy-rules';
import { HoldField } from './hold-field';
import { HoursField } from './hours-field';
import { type EffectOption, ownOptions, ruleWords, teamOptions, usualHours } from './policy-words';
import { FoldButton, useFold } from './row-fold';
import { RuleTrial } from './rule-trial';
import { useMarkUnsaved } from './unsaved';
import { NOTHING_SET, type RuleValue, type SaveState, useRule } from './use-rule';

/**
 * Columns in a wide container; in a narrower one everything is stacked. With many fields, the tool and its effect take
 * the whole width above them.
 */
export const COLUMNS = {
  admin:
    '@min-[46rem]:grid @min-[46rem]:grid-cols-[minmax(132px,1.4fr)_58px_58px_88px_minmax(96px,1fr)_minmax(116px,1fr)] @min-[46rem]:items-start @min-[46rem]:gap-x-3',
  other:
    '@min-[46rem]:grid @min-[46rem]:grid-cols-[minmax(0,1fr)_152px_148px] @min-[46rem]:items-start @min-[46rem]:gap-x-4',
  reader:
    '@min-[46rem]:grid @min-[46rem]:grid-cols-[minmax(0,1fr)_152px] @min-[46rem]:items-start @min-[46rem]:gap-x-4',
};

/** An auditor sets nothing, not even for themselves. */
export function columnsFor(role: Viewer['role']): keyof typeof COLUMNS {
  if (role === 'admin') return 'admin';
  return works(role) ? 'other' : 'reader';
}

interface PolicyRowProps {
  server: string;
  /** The bare name; null: all tools of the server. */
  tool: string | null;
  /** The name used in the labels of its fields. */
  name: string;
  trusted: boolean;
  /** The table's effect; absent for a whole server and for an unlisted tool. */
  usual?: Effect | undefined;
  /** It can have cards. */
  mayAsk?: boolean;
  isAdmin: boolean;
  rules: readonly RuleView[];
  onSaved: (policy: PolicyView) => void;
  /** Its settings, and the resulting effect. */
  children: ReactNode;
}

export function PolicyRow(props: PolicyRowProps) {
  const { server, tool, name, trusted, usual, mayAsk = true, isAdmin, rules, onSaved, children } = props;
  const ruleOf = (own: boolean) =>
    rules.find((rule) => rule.server === server && rule.tool === tool && rule.own === own);
  const team = useRule({ server, tool, own: false }, ruleOf(false) ?? NOTHING_SET, onSaved);
  const own = useRule({ server, tool, own: true }, ruleOf(true) ?? NOTHING_SET, onSaved);
  const set = ruleOf(false);
  const { viewer } = useWorkspace();
  const id = policyId(server, tool);
  useMarkUnsaved(id, name, team.isUnsaved);
  const fold = useFold(id, team.isUnsaved);
  const fields = useId();
  const columns = columnsFor(viewer.role);
  return (
    <li
      id={id}
      data-testid="policy-row"
      data-server={server}
      data-tool={tool ?? ''}
      className={`scroll-mt-10 px-3.5 py-3 @min-[46rem]:px-4 ${COLUMNS[columns]}`}
    >
      <div
        className={`flex min-w-0 justify-between gap-2 ${columns === 'admin' ? '@min-[46rem]:col-span-full @min-[46rem]:pb-1.5' : '@min-[46rem]:pb-0'} ${fold.isOpen ? 'pb-2' : ''}`}
      >
        <div className="min-w-0 flex-1">
          {children}
          <div className={usual && 'pl-6'}>
            {set && <SetBy rule={set} />}
            <Answer said={team.said} />
            <Answer said={own.said} />
          </div>
        </div>
        <FoldButton name={name} controls={fields} {...fold} />
      </div>
      <div id={fields} className={`@min-[46rem]:contents ${fold.isOpen ? '' : '@max-[46rem]:hidden'}`}>
        {isAdmin ? (
          <TeamFields
            name={name}
            trusted={trusted}
            usual={usual}
            team={team}
            set={set ?? NOTHING_SET}
            hours={mayAsk || team.value.openForHours !== null ? usualHours(rules, server, tool) : null}
          />
        ) : (
          <p className="flex min-h-8 items-center justify-between gap-4 text-13 text-ink-2">
            <span className="text-muted @min-[46rem]:sr-only">{say('policy.everybody')}</span>
            {ruleWords(set)}
          </p>
        )}
        {works(viewer.role) && (
          <Select
            label={say('policy.field.myself', { name })}
            heading={say('policy.myself')}
            value={own.value.effect}
            choices={ownOptions(own.value.effect)}
            onChange={(effect) => own.change({ effect })}
          />
        )}
      </div>
      {isAdmin && <RuleTrial name={name} rule={team} />}
    </li>
  );
}

interface TeamFieldsProps extends Pick<PolicyRowProps, 'name' | 'trusted' | 'usual'> {
  team: ReturnType<typeof useRule>;
  /** The values in force. */
  set: RuleValue;
  /** How long a card waits while nothing is set; null: it cannot have cards. */
  hours: number | null;
}

/** What admins set for everybody. */
function TeamFields({ name, trusted, usual, team, set, hours }: TeamFieldsProps) {
  const { value, change, isUnsaved } = team;
  const isOpen = (field: 'effect' | 'locked' | 'critical') => isUnsaved && value[field] !== set[field];
  return (
    <>
      <Select
        label={say('policy.field.everybody', { name })}
        heading={say('policy.everybody')}
        value={value.effect}
        choices={teamOptions(trusted, value.effect, usual)}
        isUnsaved={isOpen('effect')}
        onChange={(effect) => change({ effect })}
      />
      <div className="flex flex-wrap gap-x-6 @min-[46rem]:contents">
        <Switch
          label={say('policy.field.lock', { name })}
          heading={say('policy.lock')}
          isOn={value.locked}
          isUnsaved={isOpen('locked')}
          onChange={(locked) => change({ locked })}
        />
        <Switch
          label={say('policy.field.critical', { name })}
          heading={say('policy.critical')}
          isOn={value.critical}
          isUnsaved={isOpen('critical')}
          onChange={(critical) => change({ critical })}
        />
      </div>
      {hours === null ? (
        <span className="hidden @min-[46rem]:block" />
      ) : (
        <HoursField
          label={say('policy.field.open-for', { name })}
          stored={value.openForHours}
          usual={hours}
          onChange={(openForHours) => change({ openForHours })}
        />
      )}
      <HoldField
        label={say('policy.field.hold', { name })}
        stored={value.holdSeconds ?? null}
        mayAsk={hours !== null}
        onChange={(holdSeconds) => change({ holdSeconds })}
      />
    </>
  );
}

function SetBy({ rule }: { rule: RuleView }) {
  return (
    <p className="text-12 text-muted">
      {sayWith('policy.set-by', {
        who: () => (rule.setBy === null ? say('policy.amber') : <ShownText text={rule.setBy} />),
        when: () => <Moment iso={rule.setAt} sentence />,
      })}
    </p>
  );
}

/** The live region exists from the beginning, so that what is put into it is announced. */
function Answer({ said }: { said: SaveState }) {
  return (
    <>
      <p role="status" className="text-12 text-muted empty:hidden">
        {said.kind === 'trying' && say('trial.trying')}
        {said.kind === 'tried' && say('trial.waits')}
        {said.kind === 'saving' && say('policy.saving')}
        {said.kind === 'saved' && say('form.saved')}
      </p>
      <p role="alert" className="text-13 text-failed empty:hidden">
        {said.kind === 'refused' && said.words}
      </p>
    </>
  );
}

interface SelectProps {
  label: string;
  /** The heading of its column; shown beside it if there are no columns. */
  heading: string;
  value: Effect | null;
  choices: EffectOption[];
  /** The choice is not in force yet. */
  isUnsaved?: boolean;
  onChange: (effect: Effect | null) => void;
}

function Select({ label, heading, value, choices, isUnsaved = false, onChange }: SelectProps) {
  const unsaved = useId();
  const looks = value && !isUnsaved ? 'font-medium text-ink' : 'text-ink-2';
  const chosen = value ?? '';
  const field = useEarly<HTMLSelectElement>(chosen);
  const choose = (words: string) => onChange(choices.find((choice) => choice.value === words)?.value || null);
  return (
    <div className="flex min-h-11 items-center justify-between gap-4 @min-[46rem]:min-h-8">
      <span aria-hidden className="whitespace-nowrap text-13 text-muted @min-[46rem]:hidden">
        {heading}
      </span>
      <span className="relative w-[152px] shrink-0 @min-[46rem]:w-full">
        <select
          {...field}
          aria-label={label}
          value={chosen}
          onKeyDown={openWithKeys}
          onChange={(event) => choose(event.target.value)}
          aria-describedby={isUnsaved ? unsaved : undefined}
          className={`h-11 w-full cursor-pointer appearance-none truncate rounded-control border border-edge bg-page pl-2.5 pr-7 text-13 @min-[46rem]:h-8 ${looks} ${isUnsaved ? 'border-dashed italic' : ''}`}
        >
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.words}
            </option>
          ))}
        </select>
        <Icon
          of={ChevronDown}
          className="pointer-events-none absolute top-3.5 right-2 text-muted @min-[46rem]:top-2"
        />
        {isUnsaved && <NotSaved id={unsaved} />}
      </span>
    </div>
  );
}

function NotSaved({ id }: { id: string }) {
  return (
    <span id={id} data-testid="not-saved" className="block py-1 font-medium text-12 text-ink">
      {say('policy.not-saved')}
    </span>
  );
}

interface SwitchProps {
  label: string;
  heading: string;
  isOn: boolean;
  /** The switch differs from what is in force. */
  isUnsaved: boolean;
  onChange: (isOn: boolean) => void;
}

function Switch({ label, heading, isOn, isUnsaved, onChange }: SwitchProps) {
  const unsaved = useId();
  return (
    <label className="flex cursor-pointer flex-col @max-[46rem]:flex-auto @min-[46rem]:items-center">
      <span className="flex min-h-11 items-center justify-between gap-x-3 whitespace-nowrap @min-[46rem]:min-h-8">
        <span aria-hidden className="text-13 text-muted @min-[46rem]:hidden">
          {heading}
        </span>
        <input
          type="checkbox"
          aria-label={label}
          checked={isOn}
          onChange={(event) => onChange(event.target.checked)}
          aria-describedby={isUnsaved ? unsaved : undefined}
          className="size-[18px] cursor-pointer accent-act @max-[46rem]:size-5"
        />
      </span>
      {isUnsaved && <NotSaved id={unsaved} />}
    </label>
  );
}
