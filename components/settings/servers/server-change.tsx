'use client';
/**
 * Address and credentials of a server, edited in place. Stored values are never shown: a field left empty keeps its
 * value.
 */
import { type FormEvent, useState } from 'react';
import { takeFocus } from '@/components/shown/take-focus';
import { visibleString } from '@/components/shown/visible-text';
import { Button } from '@/components/ui/button';
import { TextField } from '@/components/ui/text-field';
import { say } from '@/components/words/say';
import type { ServerView } from '@/lib/servers/servers-view';
import { withScheme } from './entered-address';
import type { Servers } from './use-servers';

interface ServerChangeProps {
  server: ServerView;
  isBusy: boolean;
  act: Servers['act'];
  onClose(): void;
}

export function ServerChange({ server, isBusy, act, onClose }: ServerChangeProps) {
  const { server: name, url, headers } = server;
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const text = (field: string) => String(fields.get(field) ?? '').trim();
    const known = (headers ?? []).flatMap((header, place): [string, string | null][] => {
      if (gone.has(header)) return [[header, null]];
      const value = text(`kept-${place}`);
      return value === '' ? [] : [[header, value]];
    });
    const more: [string, string][] = text('header') === '' ? [] : [[text('header'), text('value')]];
    const isDone = await act({
      method: 'PUT',
      path: `/${name}`,
      server: name,
      done: say('servers.change.done'),
      body: { url: withScheme(text('url')), headers: Object.fromEntries([...known, ...more]) },
    });
    if (isDone) onClose();
  };
  return (
    <form
      ref={takeFocus}
      tabIndex={-1}
      method="post"
      onSubmit={submit}
      aria-label={say('servers.change-which', { name: visibleString(name) })}
      className="mt-4 flex max-w-prose flex-col gap-4 border-t pt-4"
    >
      <p className="text-13 text-muted">{say('servers.change.how')}</p>
      <TextField
        label={say('servers.address')}
        name="url"
        inputMode="url"
        defaultValue={url}
        maxLength={2000}
        required
      />
      {(headers ?? []).map((header, place) => (
        <KeptHeader
          key={header}
          header={header}
          name={`kept-${place}`}
          isGone={gone.has(header)}
          onGone={(isGone) => {
            const next = new Set(gone);
            if (isGone) next.add(header);
            else next.delete(header);
            setGone(next);
          }}
        />
      ))}
      <MoreHeader />
      <div className="flex flex-wrap gap-2">
        <Button look="act" type="submit" disabled={isBusy}>
          {say('servers.change.save')}
        </Button>
        <Button onClick={onClose}>{say('servers.change.leave')}</Button>
      </div>
    </form>
  );
}

interface KeptHeaderProps {
  header: string;
  /** Of the field. */
  name: string;
  isGone: boolean;
  onGone(isGone: boolean): void;
}

function KeptHeader({ header, name, isGone, onGone }: KeptHeaderProps) {
  const shown = visibleString(header);
  return (
    <div className="flex flex-wrap items-end gap-x-3 gap-y-1">
      <TextField
        label={say('servers.change.value', { header: shown })}
        name={name}
        type="password"
        autoComplete="new-password"
        maxLength={8000}
        disabled={isGone}
        className="min-w-0 flex-1 basis-52"
      />
      <label className="flex h-11 items-center gap-2 text-14">
        <input
          type="checkbox"
          className="size-4 accent-act"
          checked={isGone}
          onChange={({ target }) => onGone(target.checked)}
        />
        {say('servers.change.drop', { header: shown })}
      </label>
    </div>
  );
}

function MoreHeader() {
  return (
    <div className="grid gap-3 md:grid-cols-2">
      <TextField label={say('servers.change.header')} name="header" autoComplete="off" maxLength={100} />
      <TextField
        label={say('servers.change.header-value')}
        name="value"
        type="password"
        autoComplete="new-password"
        maxLength={8000}
      />
    </div>
  );
}
