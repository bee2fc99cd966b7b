'use client';
/**
 * Servers in the operator's registry: searched, viewed, and added like one whose address is entered. An entry's text is
 * shown, but nothing that it links to is loaded.
 */
import { type FormEvent, type ReactNode, useState } from 'react';
import { OutcomeLine } from '@/components/api/use-act';
import { ShownText } from '@/components/shown/shown-text';
import { takeFocus } from '@/components/shown/take-focus';
import { visibleString } from '@/components/shown/visible-text';
import { Button } from '@/components/ui/button';
import { TextField } from '@/components/ui/text-field';
import { useHydrated } from '@/components/ui/use-hydrated';
import { say } from '@/components/words/say';
import { MOST_SEARCH, type RegistryEntry, type RegistryPage } from '@/lib/registry/registry-view';
import type { Servers } from '../servers/use-servers';
import { RegistryServerView } from './registry-server';
import { StatusLine } from './status-line';
import { type Registry, useRegistry } from './use-registry';

interface RegistrySectionProps {
  host: string;
  isBusy: boolean;
  act: Servers['act'];
  /** Why the last one was not added. */
  said: ReactNode;
}

export function RegistrySection({ host, isBusy, act, said }: RegistrySectionProps) {
  const registry = useRegistry();
  const { found, looked, outcome } = registry;
  const props = { registry, isBusy, act, said };
  return (
    <section aria-labelledby="registry-heading" className="mt-8 border-t pt-6">
      <h3 id="registry-heading" className="font-semibold text-16">
        {say('registry.title')}
      </h3>
      <p className="mt-1 max-w-prose text-14 text-muted">{say('registry.how', { host })}</p>
      <Search registry={registry} />
      {outcome && <OutcomeLine outcome={outcome} />}
      {looked ? (
        <RegistryServerView
          key={`${looked.server.name} ${looked.server.version}`}
          {...props}
          looked={looked}
        />
      ) : (
        found && <Found registry={registry} found={found} />
      )}
    </section>
  );
}

function Search({ registry }: { registry: Registry }) {
  const isHydrated = useHydrated();
  const [text, setText] = useState('');
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    await registry.find(text.trim());
  };
  return (
    <form method="post" onSubmit={submit} className="mt-4 flex max-w-prose flex-wrap items-end gap-3">
      <TextField
        label={say('registry.search')}
        value={text}
        onChange={setText}
        type="search"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={MOST_SEARCH}
        className="min-w-0 flex-1 basis-52"
      />
      <Button type="submit" disabled={registry.isBusy || !isHydrated} className="md:h-11">
        {say('registry.submit')}
      </Button>
    </form>
  );
}

function Found({ registry, found }: { registry: Registry; found: RegistryPage }) {
  const { entries, leftOut, next } = found;
  return (
    <section aria-label={say('registry.found')} ref={takeFocus} tabIndex={-1} className="mt-4 rounded-table">
      {entries.length === 0 && <p className="text-14 text-muted">{say('registry.none')}</p>}
      {entries.length > 0 && (
        <ul className="divide-y divide-line rounded-table border bg-raised">
          {entries.map((entry, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a registry may name one twice
            <Entry key={`${place} ${entry.name}`} registry={registry} entry={entry} />
          ))}
        </ul>
      )}
      {leftOut > 0 && (
        <p className="mt-2 text-13 text-muted">{say('registry.left-out', { count: leftOut })}</p>
      )}
      {next !== null && (
        <Button className="mt-3" disabled={registry.isBusy} onClick={registry.more}>
          {say('registry.more')}
        </Button>
      )}
    </section>
  );
}

function Entry({ registry, entry }: { registry: Registry; entry: RegistryEntry }) {
  const { name, title, description, version } = entry;
  return (
    <li
      data-testid="registry-entry"
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3"
    >
      <div className="min-w-0 flex-1 basis-52 text-14">
        <p className="wrap-anywhere font-medium">
          <ShownText text={title ?? name} />
        </p>
        <p className="wrap-anywhere text-13 text-muted">
          <span className="font-mono text-12">
            <ShownText text={name} />
          </span>
          {' · '}
          <ShownText text={version} />
        </p>
        <p className="wrap-anywhere mt-1 text-13">
          <ShownText text={description} />
        </p>
        <StatusLine entry={entry} />
      </div>
      <Button
        aria-label={say('registry.look-which', { name: visibleString(name) })}
        disabled={registry.isBusy}
        onClick={() => registry.look(name, version)}
      >
        {say('registry.look')}
      </Button>
    </li>
  );
}
