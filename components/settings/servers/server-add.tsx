'use client';
/** Adds a server that is reached over HTTP. A header's value is sent once and never shown again. */
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { TextField } from '@/components/ui/text-field';
import { useHydrated } from '@/components/ui/use-hydrated';
import { say } from '@/components/words/say';
import { withScheme } from './entered-address';
import type { Servers } from './use-servers';

const MOST_HEADERS = 20;

const PLAIN = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false, required: true };
const NAME = { ...PLAIN, name: 'name', maxLength: 32 };
const ADDRESS = {
  ...PLAIN,
  name: 'url',
  inputMode: 'url' as const,
  placeholder: 'https://',
  maxLength: 2000,
};

const SECONDS = { type: 'number', inputMode: 'numeric', min: 1, step: 1, autoComplete: 'off' } as const;

interface ServerAddProps {
  isBusy: boolean;
  act: Servers['act'];
  /** Why the last one was not added: above the button, which may be the last visible line. */
  said: ReactNode;
}

export function ServerAdd({ isBusy, act, said }: ServerAddProps) {
  const isHydrated = useHydrated();
  const [headers, setHeaders] = useState([0]);
  const form = useRef<HTMLFormElement>(null);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const text = (name: string) => String(fields.get(name) ?? '').trim();
    const entered = headers.map((id) => [text(`header-${id}`), text(`value-${id}`)] as const);
    const name = text('name');
    const isDone = await act({
      method: 'POST',
      path: '',
      server: name,
      done: say('servers.added'),
      body: {
        name,
        url: withScheme(text('url')),
        ...milliseconds('timeoutMs', text('silence')),
        ...milliseconds('totalTimeoutMs', text('total')),
        mustAnswer: true,
        headers: Object.fromEntries(entered.filter(([header]) => header !== '')),
      },
    });
    if (!isDone) return;
    form.current?.reset();
    setHeaders([0]);
  };
  return (
    <section aria-labelledby="add-heading" className="mt-8 border-t pt-6">
      <h3 id="add-heading" className="font-semibold text-16">
        {say('servers.add')}
      </h3>
      <p className="mt-1 max-w-prose text-14 text-muted">{say('servers.add.how')}</p>
      <form ref={form} method="post" onSubmit={submit} className="mt-4 flex max-w-prose flex-col gap-4">
        <TextField {...NAME} label={say('servers.add.name')} />
        <TextField {...ADDRESS} label={say('servers.address')} />
        <SeldomWanted>
          <Headers ids={headers} onMore={() => setHeaders([...headers, Math.max(...headers) + 1])} />
          <div className="grid gap-4 md:grid-cols-2">
            <TextField {...SECONDS} label={say('servers.add.silence')} name="silence" max={600} />
            <TextField {...SECONDS} label={say('servers.add.total')} name="total" max={840} />
          </div>
        </SeldomWanted>
        {said}
        <Button look="act" type="submit" disabled={isBusy || !isHydrated} className="w-fit">
          {say('servers.add.submit')}
        </Button>
      </form>
    </section>
  );
}

/** Folded until it is opened, or until the browser reports a problem with a field in it. */
function SeldomWanted({ children }: { children: ReactNode }) {
  return (
    <details
      onInvalidCapture={({ currentTarget }) => {
        currentTarget.open = true;
      }}
    >
      <summary className="w-fit cursor-pointer rounded-control py-1 font-medium text-14 max-md:min-h-11 max-md:py-3">
        {say('servers.add.seldom')}
      </summary>
      <div className="mt-3 flex flex-col gap-4">{children}</div>
    </details>
  );
}

/** An empty field means the default for all servers. */
function milliseconds(key: 'timeoutMs' | 'totalTimeoutMs', seconds: string): Record<string, number> {
  return seconds === '' ? {} : { [key]: Math.round(Number(seconds) * 1000) };
}

function Headers({ ids, onMore }: { ids: readonly number[]; onMore(): void }) {
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-2 font-medium text-13">{say('servers.add.headers')}</legend>
      {ids.map((id, place) => (
        <div key={id} className="grid gap-3 md:grid-cols-2">
          <TextField
            label={say('servers.add.header', { nth: place + 1 })}
            name={`header-${id}`}
            autoComplete="off"
            maxLength={100}
          />
          <TextField
            label={say('servers.add.value', { nth: place + 1 })}
            name={`value-${id}`}
            type="password"
            autoComplete="new-password"
            maxLength={8000}
          />
        </div>
      ))}
      {ids.length < MOST_HEADERS && (
        <Button look="plain" className="-ml-4 w-fit" onClick={onMore}>
          {say('servers.add.more')}
        </Button>
      )}
    </fieldset>
  );
}
