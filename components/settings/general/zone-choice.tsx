'use client';
/** The time zone in which a person's pages show times. */
import { useId, useState } from 'react';
import { Button } from '@/components/ui/button';
import { useEarly } from '@/components/ui/use-early';
import { useHydrated } from '@/components/ui/use-hydrated';
import { say } from '@/components/words/say';

interface ZoneChoiceProps {
  /** Null: the browser's. */
  chosen: string | null;
  onChoose(zone: string | null): void;
}

export function ZoneChoice({ chosen, onChoose }: ZoneChoiceProps) {
  const id = useId();
  // It is set by the button: moving through the options by key reloads no page.
  const [picked, setPicked] = useState(chosen ?? '');
  const field = useEarly<HTMLSelectElement>(picked, setPicked);
  // Server and browser may know different ones.
  const known = useHydrated() ? Intl.supportedValuesOf('timeZone') : [];
  const zones = chosen === null || known.includes(chosen) ? known : [chosen, ...known];
  return (
    <div className="mt-5 flex max-w-xs flex-col gap-2">
      <label htmlFor={id} className="font-medium text-13">
        {say('zone.label')}
      </label>
      <select
        {...field}
        id={id}
        value={picked}
        onChange={(event) => setPicked(event.target.value)}
        className="h-10 rounded-control border border-edge bg-page px-2 text-14 text-ink max-md:h-11"
      >
        <option value="">{say('zone.browser')}</option>
        {zones.map((zone) => (
          <option key={zone} value={zone}>
            {zone.replaceAll('_', ' ')}
          </option>
        ))}
      </select>
      <p className="text-13 text-muted">{say('zone.hint')}</p>
      {picked !== (chosen ?? '') && (
        <Button look="act" onClick={() => onChoose(picked || null)} className="self-start max-md:w-full">
          {say('zone.use')}
        </Button>
      )}
    </div>
  );
}
