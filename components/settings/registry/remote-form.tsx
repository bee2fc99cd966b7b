'use client';
/**
 * What an entry needs to know before its server can be added, and the resulting address. A secret is sent once and
 * never shown again.
 */
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { ShownText } from '@/components/shown/shown-text';
import { visibleString } from '@/components/shown/visible-text';
import { Button } from '@/components/ui/button';
import { TextField } from '@/components/ui/text-field';
import { say, sayWith } from '@/components/words/say';
import { fieldsOf, fillRemote } from '@/lib/registry/fill-remote';
import type { RegistryRemote } from '@/lib/registry/registry-view';
import type { Servers } from '../servers/use-servers';
import { RegistryField } from './registry-field';

interface RemoteFormProps {
  remote: RegistryRemote;
  suggested: string;
  /** Its number among several; null: the only one. */
  nth: number | null;
  isBusy: boolean;
  act: Servers['act'];
  said: ReactNode;
}

export function RemoteForm({ remote, suggested, nth, isBusy, act, said }: RemoteFormProps) {
  const { cannot, transport, headers } = remote;
  const title = nth === null ? say('registry.remote') : say('registry.remote-nth', { nth });
  return (
    <section aria-label={title} className="mt-6 border-t pt-4">
      <h5 className="font-medium text-14">{title}</h5>
      {cannot === null ? (
        <Form remote={remote} suggested={suggested} isBusy={isBusy} act={act} said={said} />
      ) : (
        <>
          <p className="wrap-anywhere mt-1 font-mono text-12 text-muted">
            <ShownText text={remote.url} />
          </p>
          <p className="mt-2 max-w-prose text-14">
            {cannot === 'transport'
              ? say('registry.cannot.transport', { transport: visibleString(transport) })
              : say(`registry.cannot.${cannot}`)}
          </p>
        </>
      )}
      {cannot === null && headers.some(({ value }) => value !== null) && <SentAlong remote={remote} />}
    </section>
  );
}

function Form({ remote, suggested, isBusy, act, said }: Omit<RemoteFormProps, 'nth'>) {
  const fields = fieldsOf(remote);
  const form = useRef<HTMLFormElement>(null);
  const [name, setName] = useState(suggested);
  const [isTried, setTried] = useState(false);
  const [entered, setEntered] = useState<ReadonlyMap<string, string>>(
    () => new Map(fields.map(({ key, input }) => [key, input.preset ?? ''])),
  );
  const { url, headers, complaints } = fillRemote(remote, entered);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    const wrong = fields.find(({ key }) => complaints.has(key));
    if (wrong || url === null) {
      const field = wrong && form.current?.elements.namedItem(wrong.key);
      if (field instanceof HTMLElement) field.focus();
      return;
    }
    const server = name.trim();
    await act({
      method: 'POST',
      path: '',
      server,
      done: say('servers.added'),
      body: { name: server, url, type: remote.type, headers, mustAnswer: true },
    });
  };
  return (
    <form
      ref={form}
      method="post"
      noValidate
      onSubmit={submit}
      className="mt-3 flex max-w-prose flex-col gap-4"
    >
      <TextField
        label={say('servers.add.name')}
        value={name}
        onChange={setName}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={32}
      />
      {fields.map((field) => (
        <RegistryField
          key={field.key}
          field={field}
          value={entered.get(field.key) ?? ''}
          complaint={isTried ? (complaints.get(field.key) ?? null) : null}
          onChange={(value) => setEntered(new Map(entered).set(field.key, value))}
        />
      ))}
      <Reached url={url} />
      <p className="text-13 text-muted">{say('registry.add.how')}</p>
      <Button look="act" type="submit" disabled={isBusy} className="w-fit">
        {say('registry.add')}
      </Button>
      {said}
    </form>
  );
}

function Reached({ url }: { url: string | null }) {
  return (
    <p data-testid="registry-address" className="wrap-anywhere text-14">
      {url === null
        ? say('registry.incomplete')
        : sayWith('registry.reached-at', {
            url: () => (
              <span className="font-mono text-12">
                <ShownText text={url} />
              </span>
            ),
          })}
    </p>
  );
}

/** Headers that the entry itself sets. */
function SentAlong({ remote: { headers } }: { remote: RegistryRemote }) {
  return (
    <ul className="mt-3 text-13 text-muted">
      {headers.map(({ name, value }) =>
        value === null ? null : (
          <li key={name} className="wrap-anywhere">
            {say('registry.sent-along', { name: visibleString(name), value: visibleString(value) })}
          </li>
        ),
      )}
    </ul>
  );
}
