'use client';
/** The exact arguments and result of a call as recorded, except for secrets. One click away. */
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import { ShownText } from '@/components/shown/shown-text';
import { ScrollBox } from '@/components/shown/table/scroll-box';
import { countOf, isSecretName } from '@/components/shown/table/value-rows';
import { useCopy } from '@/components/shown/use-copy';
import { say } from '@/components/words/say';

/** UTF-16 units that are rendered; copying takes everything. */
const MOST = 200_000;

export function RawJson({ value }: { value: unknown }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const Chevron = open ? ChevronDown : ChevronRight;
  return (
    <div className="min-w-0 px-3 py-1.5">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
        className="inline-flex min-h-6 items-center gap-1 font-medium text-12 text-muted hover:text-ink max-md:min-h-11"
      >
        <Chevron aria-hidden size={13} strokeWidth={1.75} />
        {say('results.json')}
      </button>
      {open && <Shown id={id} json={jsonOf(value)} />}
    </div>
  );
}

function Shown({ id, json }: { id: string; json: string }) {
  const { said, copy } = useCopy(say('results.json.copy'));
  return (
    <div id={id} className="min-w-0 pb-1.5">
      <ScrollBox
        name={say('results.json')}
        className="-outline-offset-2 max-h-80 overflow-auto rounded-control border border-line bg-page p-2.5"
      >
        <pre dir="ltr" className="font-mono text-12 text-ink-2">
          <ShownText text={json.slice(0, MOST)} />
        </pre>
      </ScrollBox>
      <div className="flex items-center justify-between gap-4 pt-1 text-12 text-muted">
        <span>{json.length > MOST && say('results.json.cut', { count: MOST })}</span>
        <button type="button" onClick={() => void copy(json)} className="text-ink-2 max-md:min-h-11">
          <span aria-live="polite">{said}</span>
        </button>
      </div>
    </div>
  );
}

/** Secrets as typed placeholders, as everywhere. */
export function jsonOf(value: unknown): string {
  const masked = (name: string, inner: unknown) =>
    typeof inner === 'string' && inner !== '' && isSecretName(name) ? `[Secret, ${countOf(inner)}]` : inner;
  return JSON.stringify(value, masked, 2) ?? '';
}
