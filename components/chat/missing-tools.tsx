'use client';
/**
 * One line above the conversation while servers are unavailable, rather than one in each answer. The reasons, for those
 * who may know them, unfold from it.
 */
import { ChevronRight, Unplug } from 'lucide-react';
import { ShownText } from '@/components/shown/shown-text';
import { say } from '@/components/words/say';
import { told } from '@/components/words/told';
import type { AmberMessage } from '@/lib/runs/chat-view';
import { Icon } from '../ui/icon';
import { missingIn } from './messages';

export function MissingTools({ messages }: { messages: readonly AmberMessage[] }) {
  const missing = missingIn(messages);
  if (!missing) return null;
  return (
    <div className="flex max-h-[40%] shrink-0 items-start gap-2.5 overflow-y-auto border-b bg-side px-4 py-[9px] text-13 text-ink-2 md:px-6">
      <Icon of={Unplug} className="mt-0.5 shrink-0 text-muted" />
      {missing.reasons ? (
        <Reasons reasons={missing.reasons} />
      ) : (
        <p className="min-w-0 break-words">
          <ShownText text={told(missing.text)} />
        </p>
      )}
    </div>
  );
}

function Reasons({ reasons }: { reasons: readonly { server: string; why: string }[] }) {
  return (
    <details data-testid="missing-tools" className="group min-w-0">
      <summary className="flex w-fit cursor-pointer list-none items-center gap-1.5 rounded-control max-md:-my-3 max-md:min-h-11">
        {say('notice.missing', { count: reasons.length })}
        <Icon of={ChevronRight} className="shrink-0 group-open:rotate-90" />
      </summary>
      <ul className="mt-1 space-y-1">
        {reasons.map(({ server, why }) => (
          <li key={server} className="break-words">
            <span className="font-medium text-ink">
              <ShownText text={server} />
            </span>
            : <ShownText text={told(why)} />
          </li>
        ))}
      </ul>
    </details>
  );
}
