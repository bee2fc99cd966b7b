'use client';
/** Folded above a card's buttons: what may run without asking from now on. While it is folded, nothing. */
import { ChevronDown, ChevronRight } from 'lucide-react';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { say } from '@/components/words/say';
import type { ApprovalView } from '@/lib/approvals/approval-view';
import type { GrantWish } from '@/lib/grants/grant-view';
import { GrantForm } from '../loaded-apart';
import type { Wished } from './grant-draft';

export interface Granting {
  /** Null: nothing can be allowed ahead here. */
  disclosure: ReactNode;
  /** What goes with a Confirm; null: nothing. */
  wish: GrantWish | null;
  /** Why the value in the field cannot be sent. */
  complaint: string | null;
}

const NOTHING: Granting = { disclosure: null, wish: null, complaint: null };
/** Nobody confirms less than what they are about to see. */
const coming = (): Wished => ({ ok: false, complaint: say('grant.loading') });

/** @param may the reader may confirm now */
export function useGranting(approval: ApprovalView, viewer: { id: string }, may: boolean): Granting {
  /** Null: it is folded. */
  const [wished, setWished] = useState<Wished | null>(null);
  const isOffered = approval.grantable && may;
  useEffect(() => {
    if (isOffered) void GrantForm.prepare();
  }, [isOffered]);
  if (!isOffered) return NOTHING;
  const disclosure = (
    <Disclosure isOpen={wished !== null} onToggle={() => setWished(wished ? null : coming())}>
      {wished && <GrantForm approval={approval} viewer={viewer} onWish={setWished} />}
    </Disclosure>
  );
  if (!wished) return { ...NOTHING, disclosure };
  return wished.ok
    ? { disclosure, wish: wished.wish, complaint: null }
    : { disclosure, wish: null, complaint: wished.complaint };
}

interface DisclosureProps {
  isOpen: boolean;
  onToggle(): void;
  children: ReactNode;
}

function Disclosure({ isOpen, onToggle, children }: DisclosureProps) {
  const content = useId();
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  return (
    // Where there is room for two columns, their frame draws the line.
    <div className="mt-[11px] border-card-line border-t pt-2 @min-[46rem]:mt-0 @min-[46rem]:border-t-0">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={content}
        onClick={onToggle}
        className="flex min-h-7 items-center gap-1.5 text-13 text-card-ink-2 max-md:min-h-11"
      >
        <Chevron aria-hidden size={13} strokeWidth={1.75} />
        {say('grant.open')}
      </button>
      <div id={content} data-testid="grant-form">
        {children}
      </div>
    </div>
  );
}
