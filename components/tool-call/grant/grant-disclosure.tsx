'use client';
/** Folded on a card: what may run without asking from now on. While folded, nothing. */
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { onEscape } from '@/components/shown/on-escape';
import { takeFocus } from '@/components/shown/take-focus';
import { useNarrow } from '@/components/ui/use-narrow';
import { say, sayWith } from '@/components/words/say';
import type { ApprovalView } from '@/lib/approvals/approval-view';
import type { GrantWish } from '@/lib/grants/grant-view';
import { RARE_BUTTON } from '../card-frame';
import { GrantForm } from '../loaded-apart';
import type { Wished } from './grant-draft';

export interface Granting {
  /** In the row of rare actions; null: nothing can be allowed ahead here. */
  opener: ReactNode;
  form: ReactNode;
  /** Sent along with a confirmation; null: nothing. */
  wish: GrantWish | null;
  /** Why the value in the field cannot be sent. */
  complaint: string | null;
}

const NOTHING: Granting = { opener: null, form: null, wish: null, complaint: null };
/** Blocks confirming until the form is visible. */
const coming = (): Wished => ({ ok: false, complaint: say('grant.loading') });

/** @param may the reader may confirm now */
export function useGranting(approval: ApprovalView, viewer: { id: string }, may: boolean): Granting {
  /** Null: it is folded. */
  const [wished, setWished] = useState<Wished | null>(null);
  const isOffered = approval.grantable && may;
  const content = useId();
  const isNarrow = useNarrow();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isOffered) void GrantForm.prepare();
  }, [isOffered]);
  if (!isOffered) return NOTHING;
  const isOpen = wished !== null;
  const fold = () => {
    setWished(null);
    takeFocus(button.current);
  };
  const opener = (
    <Opener
      button={button}
      isOpen={isOpen}
      content={content}
      onToggle={() => setWished(isOpen ? null : coming())}
      onKeyDown={isOpen ? onEscape(fold) : undefined}
    />
  );
  const form = (
    // biome-ignore lint/a11y/noStaticElementInteractions: what is in it has the keys
    <div id={content} data-testid="grant-form" onKeyDown={onEscape(fold)}>
      {isOpen && (
        <div ref={isNarrow ? comeToForm : null}>
          <GrantForm approval={approval} viewer={viewer} onWish={setWished} />
        </div>
      )}
    </div>
  );
  return {
    opener,
    form,
    wish: wished?.ok ? wished.wish : null,
    complaint: !wished || wished.ok ? null : wished.complaint,
  };
}

/** On phones it opens above its button: the keys that come next would leave it behind. */
function comeToForm(form: HTMLElement | null): void {
  takeFocus(form?.querySelector<HTMLElement>('input, select') ?? null);
}

interface OpenerProps {
  button: RefObject<HTMLButtonElement | null>;
  isOpen: boolean;
  /** Id of what it opens. */
  content: string;
  onToggle(): void;
  onKeyDown: ReturnType<typeof onEscape> | undefined;
}

function Opener({ button, isOpen, content, onToggle, onKeyDown }: OpenerProps) {
  return (
    <button
      ref={button}
      type="button"
      aria-expanded={isOpen}
      aria-controls={content}
      onClick={onToggle}
      onKeyDown={onKeyDown}
      data-opens
      className={RARE_BUTTON}
    >
      <span>{sayWith('grant.open', { more: (words) => <span className="sr-only">{words}</span> })}</span>
    </button>
  );
}
