'use client';
/**
 * What somebody had typed into the form of a card that others decided meanwhile, or that expired. It can be copied, and
 * dismissed.
 */
import { LongText } from '@/components/shown/long-text';
import { ShownText } from '@/components/shown/shown-text';
import { takeFocusOver } from '@/components/shown/take-focus';
import { useCopy } from '@/components/shown/use-copy';
import { visibleString } from '@/components/shown/visible-text';
import { Button } from '@/components/ui/button';
import { say, sayWith } from '@/components/words/say';
import type { ApprovalView } from '@/lib/approvals/approval-view';
import { decisionWords } from './decision-words';
import type { Typing } from './typing';

interface TypedNoteProps {
  approval: ApprovalView;
  viewer: { id: string };
  typing: Typing;
  /** It is still pending by the server's last state, but can no longer be changed. */
  isOver?: boolean;
}

export function TypedNote({ approval, viewer, typing, isOver = false }: TypedNoteProps) {
  const { said, copy } = useCopy(say('results.copy'));
  const { draft } = typing;
  const isOwn = approval.decidedBy?.id === viewer.id;
  if (!draft || draft.isSent || draft.texts.size === 0 || isOwn) return null;
  const typed = [...draft.texts];
  const what = isOver ? say('typed.over') : decisionWords(approval, viewer.id);
  return (
    <section
      ref={takeFocusOver}
      tabIndex={-1}
      aria-label={say('typed.title')}
      data-testid="typed-note"
      className="mb-2 rounded-table border bg-raised px-3.5 py-3 text-13 text-ink-2"
    >
      <p role="status" className="text-14 text-ink">
        {sayWith('typed.told', { what: () => <ShownText text={what} /> })}
      </p>
      <dl className="mt-1.5">
        {typed.map(([name, text]) => (
          <div key={name} className="flex flex-wrap gap-x-3 py-0.5">
            <dt className="break-all font-mono text-muted">
              <ShownText text={name} />
            </dt>
            <dd className="min-w-0 break-words text-ink">
              <LongText text={text} name={say('typed.for', { name: visibleString(name) })} />
            </dd>
          </div>
        ))}
      </dl>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button onClick={() => copy(typed.map(([name, text]) => `${name}: ${text}`).join('\n'))}>
          <span aria-live="polite">{said}</span>
        </Button>
        <Button look="plain" onClick={typing.close}>
          {say('typed.put-away')}
        </Button>
      </div>
    </section>
  );
}
