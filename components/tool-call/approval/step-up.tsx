'use client';
/**
 * How a person who confirms something critical proves their identity again: with a code or a passkey, otherwise the
 * password.
 */
import { type ReactNode, useId, useState } from 'react';
import { request, wordsOf } from '@/components/api/api';
import type { DecisionDetails } from '@/components/api/decide';
import { signWithPasskey } from '@/components/api/passkey';
import type { Viewer } from '@/components/shell/viewer';
import { say } from '@/components/words/say';
import type { ApprovalView } from '@/lib/approvals/approval-view';
import { PasswordField } from './password-field';

export type StepUpViewer = Pick<Viewer, 'demoPassword' | 'factors'>;
type Shown = Pick<DecisionDetails, 'password' | 'code' | 'passkey'>;

interface StepUp {
  field: ReactNode;
  /** There is something to confirm with. */
  isGiven: boolean;
  /** A device is verifying the person. */
  isAsking: boolean;
  /** Calls `go` with the proof; not at all if the person gave up. */
  show(go: (shown: Shown) => void): void;
}

export function useStepUp(approval: ApprovalView, viewer: StepUpViewer, may: boolean): StepUp {
  const [typed, setTyped] = useState('');
  const [isAsking, setAsking] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { factors, demoPassword } = viewer;
  const byPasskey = async (go: (shown: Shown) => void) => {
    setAsking(true);
    setProblem(null);
    try {
      go({ passkey: await signedFor(approval.id) });
    } catch (error) {
      setProblem(wordsOf(error));
    } finally {
      setAsking(false);
    }
  };
  const show = (go: (shown: Shown) => void) => {
    if (!approval.critical) return go({});
    if (!factors) return go({ password: typed });
    if (typed.trim() !== '') return go({ code: typed.trim() });
    return void byPasskey(go);
  };
  const isGiven = !approval.critical || typed.trim() !== '' || factors?.passkeys === true;
  const field = approval.critical && may && (
    <>
      {factors ? (
        <FactorField factors={factors} code={typed} onChange={setTyped} />
      ) : (
        <PasswordField password={typed} demo={demoPassword} onChange={setTyped} />
      )}
      {problem !== null && (
        <p role="alert" className="mt-2 font-medium text-14 text-card-ink">
          {problem}
        </p>
      )}
    </>
  );
  return { field, isGiven, isAsking, show };
}

async function signedFor(approvalId: string): Promise<object> {
  type Options = Parameters<typeof signWithPasskey>[0];
  const path = `/api/approvals/${encodeURIComponent(approvalId)}/challenge`;
  return signWithPasskey(await request<Options>('POST', path));
}

interface FactorFieldProps {
  factors: NonNullable<Viewer['factors']>;
  code: string;
  onChange(code: string): void;
}

function FactorField({ factors, code, onChange }: FactorFieldProps) {
  const field = useId();
  if (!factors.app) return <p className="mt-3 text-13 text-card-ink-2">{say('card.passkey')}</p>;
  return (
    <div className="mt-3">
      <label htmlFor={field} className="font-medium text-12 text-card-ink-2">
        {say('card.code')}
      </label>
      <input
        id={field}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={7}
        value={code}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        className="mt-1 block h-10 w-full max-w-xs rounded-control border border-quiet-edge bg-page px-3 text-14 text-ink max-md:h-11 max-md:text-16"
      />
      {factors.passkeys && <p className="mt-1 text-12 text-card-ink-2">{say('card.code-or-passkey')}</p>}
    </div>
  );
}
