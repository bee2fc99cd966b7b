'use client';
/**
 * One version of a server in the registry: the publisher, what it says about it, where it is reached, and its programs.
 */
import { type ReactNode, useId } from 'react';
import { Moment } from '@/components/shown/moment';
import { ShownText } from '@/components/shown/shown-text';
import { takeFocus } from '@/components/shown/take-focus';
import { visibleString } from '@/components/shown/visible-text';
import { Button } from '@/components/ui/button';
import { say, sayWith } from '@/components/words/say';
import type { RegistryPackage } from '@/lib/registry/registry-view';
import type { Servers } from '../servers/use-servers';
import { CopyButton } from '../tokens/connect-client';
import { RemoteForm } from './remote-form';
import { StatusLine } from './status-line';
import type { Looked, Registry } from './use-registry';

interface RegistryServerProps {
  registry: Registry;
  looked: Looked;
  isBusy: boolean;
  act: Servers['act'];
  said: ReactNode;
}

export function RegistryServerView({ registry, looked, isBusy, act, said }: RegistryServerProps) {
  const { server } = looked;
  const { name, title, description, remotes, packages, publishedAt } = server;
  const add: Servers['act'] = async (what) => {
    const isDone = await act(what);
    if (isDone) registry.leave();
    return isDone;
  };
  return (
    <section
      ref={takeFocus}
      tabIndex={-1}
      aria-label={visibleString(name)}
      data-testid="registry-server"
      className="mt-4 rounded-table border bg-raised px-4 py-4"
    >
      <Button look="plain" className="-ml-4" onClick={registry.leave}>
        {say('registry.back')}
      </Button>
      <h4 className="wrap-anywhere mt-1 font-semibold text-16">
        <ShownText text={title ?? name} />
      </h4>
      <p className="wrap-anywhere font-mono text-12 text-muted">
        <ShownText text={name} />
      </p>
      <p className="wrap-anywhere mt-2 max-w-prose text-14">
        <ShownText text={description} />
      </p>
      <StatusLine entry={server} />
      <Versions registry={registry} looked={looked} />
      {publishedAt !== null && (
        <p className="mt-1 text-13 text-muted">
          {sayWith('registry.published', { when: () => <Moment iso={publishedAt} /> })}
        </p>
      )}
      <Named words={say('registry.website')} text={server.website} />
      <Named words={say('registry.repository')} text={server.repository} />
      {remotes.map((remote, place) => (
        <RemoteForm
          // biome-ignore lint/suspicious/noArrayIndexKey: a remote is its place in the entry
          key={place}
          remote={remote}
          isBusy={isBusy}
          act={add}
          said={said}
          suggested={server.suggested}
          nth={remotes.length > 1 ? place + 1 : null}
        />
      ))}
      {remotes.length + packages.length === 0 && (
        <p className="mt-4 text-14 text-muted">{say('registry.nothing')}</p>
      )}
      {packages.length > 0 && <Packages packages={packages} />}
    </section>
  );
}

function Versions({ registry, looked: { server, versions } }: { registry: Registry; looked: Looked }) {
  const id = useId();
  const others = versions.entries.filter(({ version }) => version !== server.version);
  const all = others.length === versions.entries.length ? [server, ...others] : versions.entries;
  if (all.length < 2)
    return (
      <p className="wrap-anywhere mt-2 text-13 text-muted">
        {say('registry.version-of', { version: visibleString(server.version) })}
      </p>
    );
  return (
    <div className="mt-3">
      <label htmlFor={id} className="block font-medium text-13">
        {say('registry.version')}
      </label>
      <select
        id={id}
        value={server.version}
        disabled={registry.isBusy}
        onChange={(event) => registry.look(server.name, event.target.value)}
        className="mt-1 h-10 w-full max-w-80 rounded-control border border-edge bg-page px-3 text-14 max-md:h-11 max-md:text-16"
      >
        {all.map(({ version, isLatest }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a registry may name one twice
          <option key={`${place} ${version}`} value={version}>
            {isLatest ? say('registry.newest', { version: visibleString(version) }) : visibleString(version)}
          </option>
        ))}
      </select>
    </div>
  );
}

/** An address as text, not as a link. */
function Named({ words, text }: { words: string; text: string | null }) {
  if (text === null) return null;
  return (
    <p className="wrap-anywhere mt-1 text-13 text-muted">
      {words}: <ShownText text={text} />
    </p>
  );
}

function Packages({ packages }: { packages: RegistryPackage[] }) {
  return (
    <section aria-label={say('registry.packages')} className="mt-6 border-t pt-4">
      <h5 className="font-medium text-14">{say('registry.packages')}</h5>
      <p className="mt-1 max-w-prose text-13 text-muted">{say('registry.packages.how')}</p>
      <ul className="mt-3 space-y-4">
        {packages.map((one, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a package is its place in the entry
          <Package key={place} one={one} />
        ))}
      </ul>
    </section>
  );
}

function Package({ one: { kind, identifier, version, sha256, lines, why } }: { one: RegistryPackage }) {
  const name = version === null ? identifier : `${identifier} ${version}`;
  const shown = say('registry.package', { kind: visibleString(kind), name: visibleString(name) });
  return (
    <li data-testid="registry-package" className="rounded-table border bg-page">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-2">
        <p className="wrap-anywhere min-w-0 flex-1 basis-52 text-13">{shown}</p>
        {lines !== null && (
          <CopyButton text={lines} what={say('registry.lines', { name: visibleString(identifier) })} />
        )}
      </div>
      {(why !== null || kind === 'mcpb') && (
        <p className="px-4 pb-2 text-13 text-muted">
          {why === null ? say('registry.bundle') : say(`registry.no-lines.${why}`)}
        </p>
      )}
      {sha256 !== null && (
        <p className="wrap-anywhere px-4 pb-2 text-13 text-muted">
          {say('registry.sha256', { hash: sha256 })}
        </p>
      )}
      {lines !== null && (
        <pre className="wrap-anywhere whitespace-pre-wrap border-line border-t px-4 py-3 font-mono text-12 text-ink">
          {lines}
        </pre>
      )}
    </li>
  );
}
