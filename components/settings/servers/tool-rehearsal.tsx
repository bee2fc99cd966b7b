'use client';
/**
 * The argument that turns a tool's call into a rehearsal: what its server declares, what looks like one, and the form
 * with which an admin confirms a first rehearsal.
 */
import { useId, useState } from 'react';
import { SwitchText } from '@/components/shown/switch-text';
import { visibleString } from '@/components/shown/visible-text';
import { Differences } from '@/components/tool-call/reading/differences';
import { Button } from '@/components/ui/button';
import { say, sayWith } from '@/components/words/say';
import type { Switch, SwitchValue, ToolReview } from '@/lib/servers/servers-view';
import { Choice } from './choice';

export interface NewRehearsal extends Switch {
  arguments: Record<string, unknown>;
}

interface ToolRehearsalProps {
  review: ToolReview;
  server: string;
  trusted: boolean;
  isBusy: boolean;
  onRehearse(rehearsal: NewRehearsal): void;
  onOff(): void;
}

export function ToolRehearsal(props: ToolRehearsalProps) {
  const { review, server, trusted } = props;
  const { said, complaint, choices } = review.rehearsal;
  const isPossible = complaint === null || complaint === 'no-record';
  if (!trusted || review.standing !== 'on' || !isPossible || choices.length === 0) return null;
  const tool = say('servers.tool-of', { tool: visibleString(review.name), server: visibleString(server) });
  return (
    <div data-testid="tool-rehearsal" className="mt-1 space-y-1 text-13 text-ink-2">
      {said && <Said {...props} said={said} of={tool} />}
      {!said && complaint === 'no-record' && review.rehearsal.proposed.length > 0 && (
        <p>{say('servers.rehearsal.no-record')}</p>
      )}
      {complaint === null && said?.state !== 'on' && <First {...props} of={tool} />}
    </div>
  );
}

type SaidProps = ToolRehearsalProps & { said: NonNullable<ToolReview['rehearsal']['said']>; of: string };

function Said({ said, of, server, trusted, isBusy, onOff }: SaidProps) {
  const { state, differences = [] } = said;
  const off = say(state === 'on' ? 'servers.rehearsal.off' : 'servers.rehearsal.seen');
  return (
    <div data-testid="rehearsal-said" data-state={state}>
      <p className={`break-words ${state === 'on' ? '' : 'font-medium text-wait'}`}>
        {sayWith(`servers.rehearsal.said.${state}`, { switch: () => <SwitchText {...said} /> })}{' '}
        <Button look="plain" disabled={isBusy} aria-label={`${off}: ${of}`} onClick={onOff}>
          {off}
        </Button>
      </p>
      {differences.length > 0 && <Differences differences={differences} of={{ server, trusted }} />}
    </div>
  );
}

/** The proposal fills the form; nothing is called before it is sent. */
function First(props: ToolRehearsalProps & { of: string }) {
  const { review, of } = props;
  const { said, proposed } = review.rehearsal;
  const [chosen, choose] = useState<Switch | null>(null);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      {!said &&
        proposed.map((one) => (
          <p key={`${one.argument} ${one.value}`} data-testid="proposed-rehearsal" className="break-words">
            {sayWith(`servers.rehearsal.proposed.${one.by}`, { switch: () => <SwitchText {...one} /> })}{' '}
            <Button
              aria-label={`${say('servers.rehearsal.try')}: ${visibleString(one.argument)}, ${of}`}
              onClick={() => {
                choose(one);
                setOpen(true);
              }}
            >
              {say('servers.rehearsal.try')}
            </Button>
          </p>
        ))}
      <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="w-fit rounded-control text-muted max-md:min-h-11 max-md:py-3">
          {say('servers.rehearsal.form')}
        </summary>
        <FirstForm key={JSON.stringify(chosen)} {...props} chosen={chosen} />
      </details>
    </>
  );
}

function FirstForm({
  review,
  isBusy,
  onRehearse,
  of,
  chosen,
}: ToolRehearsalProps & { of: string; chosen: Switch | null }) {
  const { choices } = review.rehearsal;
  const [argument, setArgument] = useState(chosen?.argument ?? '');
  const [value, setValue] = useState<SwitchValue | undefined>(chosen?.value);
  const [text, setText] = useState(() => template(review, chosen));
  const [isWrong, setWrong] = useState(false);
  const values = choices.find((one) => one.argument === argument)?.values ?? [];
  const send = () => {
    const given = parsed(text);
    setWrong(!given);
    if (given && value !== undefined) onRehearse({ argument, value, arguments: given });
  };
  return (
    <form
      aria-label={say('servers.rehearsal.form-of', { tool: of })}
      className="mt-1 max-w-prose space-y-2 border-l-2 pl-3"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Choice
        label={say('servers.rehearsal.argument')}
        none={say('servers.rehearsal.choose')}
        value={argument}
        options={choices.map((one) => one.argument)}
        onChange={(name) => {
          setArgument(name);
          setValue(choices.find((one) => one.argument === name)?.values[0]);
        }}
      />
      {values.length > 0 && (
        <Choice
          label={say('servers.rehearsal.value')}
          value={JSON.stringify(value)}
          options={values.map((one) => JSON.stringify(one))}
          onChange={(one) => setValue(JSON.parse(one) as SwitchValue)}
        />
      )}
      <Arguments text={text} isWrong={isWrong} onChange={setText} />
      <p className="text-ink">{say('servers.rehearsal.warning')}</p>
      <Button type="submit" disabled={isBusy || value === undefined}>
        {say('servers.rehearsal.confirm')}
      </Button>
    </form>
  );
}

/** The required arguments, except the switch, which we set. */
function template({ takes }: ToolReview, chosen: Switch | null): string {
  const needed = takes.filter(({ name, required }) => required && name !== chosen?.argument);
  return JSON.stringify(Object.fromEntries(needed.map(({ name }) => [name, ''])), null, 2);
}

function parsed(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

interface ArgumentsProps {
  text: string;
  isWrong: boolean;
  onChange(text: string): void;
}

function Arguments({ text, isWrong, onChange }: ArgumentsProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-medium text-12 text-muted">
        {say('servers.rehearsal.arguments')}
      </label>
      <textarea
        id={id}
        rows={4}
        value={text}
        spellCheck={false}
        aria-invalid={isWrong}
        aria-describedby={isWrong ? `${id}-wrong` : undefined}
        onChange={(event) => onChange(event.target.value)}
        className="w-full min-w-0 rounded-control border border-edge bg-page px-3 py-2 font-mono text-13 text-ink max-md:text-16"
      />
      {isWrong && (
        <p id={`${id}-wrong`} className="font-medium text-wait">
          {say('servers.rehearsal.not-json')}
        </p>
      )}
    </div>
  );
}
