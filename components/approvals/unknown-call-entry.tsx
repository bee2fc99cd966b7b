'use client';
/** A call in the inbox whose outcome is unknown, with its conversation; once settled, with what was said about it. */
import { useEffect } from 'react';
import type { UnknownCallHandlers } from '@/components/api/resolve-unknown-call';
import { ShownText } from '@/components/shown/shown-text';
import { UnknownCallCard } from '@/components/tool-call/loaded-apart';
import { resolutionWords } from '@/components/tool-call/unknown/unknown-call-words';
import { say } from '@/components/words/say';
import { About } from './about';
import type { ShownUnknownCall } from './shown-unknown-calls';

export interface UnknownCallEntryProps {
  shown: ShownUnknownCall;
  viewer: { id: string; name: string };
  handlers: UnknownCallHandlers;
}

export function UnknownCallEntry({
  shown: { unknownCall, settled },
  viewer,
  handlers,
}: UnknownCallEntryProps) {
  useEffect(() => {
    void UnknownCallCard.prepare();
  }, []);
  return (
    <li data-testid="doubt-entry">
      <About about={unknownCall} viewer={viewer} />
      {settled ? (
        <p role="status" className="rounded-table border bg-raised px-3.5 py-2.5 text-13 text-ink-2">
          {settled.as ? (
            <ShownText
              text={resolutionWords(
                { ...unknownCall, resolution: settled.as, resolvedBy: viewer },
                viewer.id,
              )}
            />
          ) : (
            say('inbox.settled')
          )}
        </p>
      ) : (
        <UnknownCallCard
          unknownCall={unknownCall}
          isPast={unknownCall.isPast}
          mode={unknownCall.context.mode}
          handlers={handlers}
        />
      )}
    </li>
  );
}
