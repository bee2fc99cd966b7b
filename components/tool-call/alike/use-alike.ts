'use client';
/** The state of a list of alike calls: which have been seen, and the result of a click. */
import { useMemo, useState } from 'react';
import type { Deciding, Decision } from '@/components/api/decide';
import { decideAlike } from '@/components/api/decide-alike';
import type { AlikeOutcome } from '@/lib/approvals/alike';
import type { ApprovalView } from '@/lib/approvals/approval-view';

/** A call for which nothing was decided, and why. */
export interface NotDecided {
  approval: ApprovalView;
  message: string;
}

export interface Went {
  decision: Decision;
  done: number;
  refused: NotDecided[];
}

export function useAlike(approvals: readonly ApprovalView[]) {
  const [deciding, setDeciding] = useState<Deciding>(null);
  const [went, setWent] = useState<Went | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  /** Decided here, before the page is notified. */
  const [decided, setDecided] = useState<ReadonlySet<string>>(new Set());
  const waiting = useMemo(() => approvals.filter(({ id }) => !decided.has(id)), [approvals, decided]);
  const decide = async (decision: Decision) => {
    if (deciding) return;
    setDeciding(decision);
    setProblem(null);
    setWent(null);
    const calls = waiting.map(({ id, shown }) => ({ id, shown }));
    const answer = await decideAlike(decision, calls);
    setDeciding(null);
    if (!answer.ok) return setProblem(answer.message);
    setDecided((before) => new Set([...before, ...answer.calls.filter(isDone).map(({ id }) => id)]));
    setWent(wentOf(decision, waiting, answer.calls));
  };
  return { waiting, deciding, went, problem, decide };
}

const isDone = (outcome: AlikeOutcome) => 'status' in outcome;

function wentOf(decision: Decision, shown: readonly ApprovalView[], outcomes: readonly AlikeOutcome[]): Went {
  const refused = outcomes.flatMap((outcome) => {
    const approval = shown.find(({ id }) => id === outcome.id);
    return approval && 'error' in outcome ? [{ approval, message: outcome.error.message }] : [];
  });
  return { decision, done: outcomes.filter(isDone).length, refused };
}
