'use client';
/**
 * Stops something at once: what, and why. There is no further confirmation: people here are in a hurry, and it can be
 * lifted.
 */
import { type FormEvent, useEffect, useState } from 'react';
import { request } from '@/components/api/api';
import { useWorkspace } from '@/components/shell/workspace';
import { visibleString } from '@/components/shown/visible-text';
import { Button } from '@/components/ui/button';
import { TextField } from '@/components/ui/text-field';
import { useEarly } from '@/components/ui/use-early';
import { say } from '@/components/words/say';
import { HALT_KINDS, type HaltKind, MOST_WORDS } from '@/lib/policy/halts';

/** As the route takes it. */
export interface Stopped {
  kind: HaltKind;
  reason: string;
  server?: string;
  tool?: string;
  userId?: string;
}

interface HaltFormProps {
  people: { id: string; name: string }[];
  isBusy: boolean;
  /** @returns whether it is stopped now */
  onStop(halt: Stopped): Promise<boolean>;
}

const SELECT = 'h-11 w-full rounded-control border border-edge bg-page px-3 font-normal text-16 text-ink';

const NOBODY = { server: '', tool: '', userId: '' };

export function HaltForm({ people, isBusy, onStop }: HaltFormProps) {
  const [kind, setKind] = useState<HaltKind>('writes');
  const [target, setTarget] = useState(NOBODY);
  const [reason, setReason] = useState('');
  const choose = (value: string) => setKind(HALT_KINDS.find((one) => one === value) ?? kind);
  const field = useEarly<HTMLSelectElement>(kind, choose);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (await onStop({ kind, reason: reason.trim(), ...named(kind, target) })) setReason('');
  };
  return (
    <form onSubmit={submit} className="mt-6 rounded-table border bg-raised px-4 py-4">
      <h3 className="font-semibold text-16">{say('operation.stop')}</h3>
      <div className="mt-3 grid gap-4 md:grid-cols-2">
        <label className="flex min-w-0 flex-col gap-2 font-medium text-13">
          {say('operation.what')}
          <select {...field} value={kind} onChange={(event) => choose(event.target.value)} className={SELECT}>
            {HALT_KINDS.map((one) => (
              <option key={one} value={one}>
                {say(`operation.kind.${one}`)}
              </option>
            ))}
          </select>
        </label>
        <TargetFields kind={kind} target={target} people={people} onChange={setTarget} />
        <TextField
          label={say('operation.reason')}
          value={reason}
          onChange={setReason}
          maxLength={MOST_WORDS}
          autoComplete="off"
          required
          className="md:col-span-2"
        />
      </div>
      <p className="mt-3 text-13 text-muted">{say(`operation.about.${kind}`)}</p>
      <Button
        type="submit"
        look="act"
        disabled={isBusy || reason.trim() === ''}
        className="mt-4 max-md:w-full"
      >
        {say('operation.stop-now')}
      </Button>
    </form>
  );
}

/** The entered values that this kind takes. */
function named(kind: HaltKind, { server, tool, userId }: typeof NOBODY): Partial<Stopped> {
  if (kind === 'server') return { server: server.trim() };
  if (kind === 'tool') return { server: server.trim(), tool: tool.trim() };
  return kind === 'person' ? { userId } : {};
}

interface TargetFieldsProps extends Pick<HaltFormProps, 'people'> {
  kind: HaltKind;
  target: typeof NOBODY;
  onChange(target: typeof NOBODY): void;
}

function TargetFields({ kind, target, people, onChange }: TargetFieldsProps) {
  const { viewer } = useWorkspace();
  const hasServer = kind === 'server' || kind === 'tool';
  const known = useTools(hasServer);
  if (kind === 'person') {
    return (
      <label className="flex min-w-0 flex-col gap-2 font-medium text-13">
        {say('operation.person')}
        <select
          value={target.userId}
          onChange={(event) => onChange({ ...target, userId: event.target.value })}
          required
          className={SELECT}
        >
          <option value="">{say('operation.choose')}</option>
          {people
            .filter(({ id }) => id !== viewer.id)
            .map(({ id, name }) => (
              <option key={id} value={id}>
                {visibleString(name)}
              </option>
            ))}
        </select>
      </label>
    );
  }
  if (!hasServer) return null;
  return (
    <>
      <Named
        label={say('operation.server')}
        value={target.server}
        onChange={(server) => onChange({ ...target, server })}
        known={[...new Set(known.map((one) => one.server))]}
      />
      {kind === 'tool' && (
        <Named
          label={say('operation.tool')}
          value={target.tool}
          onChange={(tool) => onChange({ ...target, tool })}
          known={known.filter((one) => one.server === target.server.trim()).map(({ name }) => name)}
        />
      )}
    </>
  );
}

interface NamedProps {
  label: string;
  value: string;
  onChange(value: string): void;
  /** Suggestions; one that is not connected can be stopped as well. */
  known: readonly string[];
}

function Named({ label, value, onChange, known }: NamedProps) {
  const id = `known-${label}`;
  return (
    <div>
      <TextField
        label={label}
        value={value}
        onChange={onChange}
        list={id}
        maxLength={200}
        autoComplete="off"
        required
      />
      <datalist id={id}>
        {known.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </div>
  );
}

interface KnownTool {
  server: string;
  name: string;
}

/** The tools to choose from, loaded when needed. */
function useTools(isWanted: boolean): KnownTool[] {
  const [tools, setTools] = useState<KnownTool[]>([]);
  useEffect(() => {
    if (!isWanted) return;
    void request<{ tools: KnownTool[] }>('GET', '/api/tools')
      .then((view) => setTools(view.tools))
      .catch(() => {});
  }, [isWanted]);
  return tools;
}
