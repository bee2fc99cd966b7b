/** A sentence of the app within an answer; where tools of several servers are missing, folded, with a line for each. */
import { ChevronRight } from 'lucide-react';
import { ShownText } from '@/components/shown/shown-text';
import type { Reasons } from '@/components/tool-call/call-view';
import { say } from '@/components/words/say';
import { told } from '@/components/words/told';
import { Icon } from '../ui/icon';

export function Notice({ text, reasons }: { text: string; reasons?: Reasons }) {
  if (!reasons) {
    return (
      <p className="break-words text-13 text-muted">
        <ShownText text={told(text)} />
      </p>
    );
  }
  return (
    <details data-testid="missing-tools" className="group min-w-0 text-13 text-muted">
      <summary className="flex w-fit cursor-pointer list-none items-center gap-1.5 rounded-control max-md:min-h-11">
        {say('notice.missing', { count: reasons.length })}
        <Icon of={ChevronRight} className="shrink-0 group-open:rotate-90" />
      </summary>
      <ul className="mt-1 space-y-1">
        {reasons.map(({ server, why }) => (
          <li key={server} className="break-words">
            <span className="font-medium text-ink-2">
              <ShownText text={server} />
            </span>
            : <ShownText text={told(why)} />
          </li>
        ))}
      </ul>
    </details>
  );
}
