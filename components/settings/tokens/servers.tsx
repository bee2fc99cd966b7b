'use client';
/** The connected servers that another client uses on the person's behalf: none, until they are ticked. */
import { useState } from 'react';
import { ShownText } from '@/components/shown/shown-text';
import { say } from '@/components/words/say';
import type { ServerChoice } from '@/lib/outside/token-view';

export function useTicked(begun: readonly string[] = []) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(() => new Set(begun));
  const tick = (name: string) =>
    setTicked((before) => {
      const after = new Set(before);
      if (!after.delete(name)) after.add(name);
      return after;
    });
  return { ticked, tick, untickAll: () => setTicked(new Set()) };
}

interface ServersProps {
  legend: string;
  servers: readonly ServerChoice[];
  ticked: ReadonlySet<string>;
  onTick(name: string): void;
}

/** Nothing if there is none to tick. */
export function Servers({ legend, servers, ticked, onTick }: ServersProps) {
  if (servers.length === 0) return null;
  return (
    <fieldset className="mt-4">
      <legend className="font-medium text-13">{legend}</legend>
      <p className="mt-1 max-w-prose text-13 text-muted">{say('tokens.servers.means')}</p>
      <ul className="mt-1.5 grid gap-x-8 md:grid-cols-2">
        {servers.map(({ name, trusted }) => (
          <li key={name} className="border-line border-b">
            <label className="flex min-h-9 items-center gap-x-2 py-1.5 text-14 max-md:min-h-11">
              <input
                type="checkbox"
                className="size-4 shrink-0 accent-act max-md:size-5"
                checked={ticked.has(name)}
                onChange={() => onTick(name)}
              />
              <span className="flex min-w-0 flex-wrap gap-x-2 break-words">
                <ShownText text={name} />
                {!trusted && <span className="text-13 text-muted">{say('tokens.servers.unvouched')}</span>}
              </span>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
