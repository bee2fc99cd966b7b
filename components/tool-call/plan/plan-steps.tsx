'use client';
/**
 * The steps of a plan on its card: what each does, to what, with exactly which arguments, and which values are not
 * known yet.
 */
import { type ReactNode, useState } from 'react';
import type { EditHandlers } from '@/components/api/edit';
import { LongText } from '@/components/shown/long-text';
import { RiskIcon } from '@/components/shown/risk-icon';
import { HiddenNote, ShownText } from '@/components/shown/shown-text';
import { valueRows } from '@/components/shown/table/value-rows';
import { say, sayWith } from '@/components/words/say';
import type { ApprovalView } from '@/lib/approvals/approval-view';
import type { ShownStep } from '@/lib/plans/plan';
import { holdsDoubled } from '@/lib/plans/references';
import { ApprovalDiffs } from '../approval/approval-diff';
import { ApprovalPreview } from '../approval/approval-preview';
import { nameOf } from '../call-name';
import { CardSection, ON_CARD, RARE_BUTTON, ToolName } from '../card-frame';
import { ValueList } from '../tool-input';
import { hangingOn, linesOfStep, ofStep, without } from './plan-of';

interface PlanStepsProps {
  approval: ApprovalView;
  steps: readonly ShownStep[];
  /** Absent: the card is read-only. */
  onOpened?: ((what: string) => void) | undefined;
  /** Absent: no step can be left out. */
  edits?: EditHandlers | undefined;
  /** Who has changed it, and what it was before. */
  note: ReactNode;
}

export function PlanSteps({ approval, steps, onOpened, edits, note }: PlanStepsProps) {
  return (
    <CardSection title={say('plan.steps')}>
      {note}
      <ol data-testid="plan-steps" className="divide-y divide-card-line">
        {steps.map((step) => (
          <li key={step.step} data-step={step.step} className="py-2 first:pt-0 last:pb-0">
            <Step step={step} onOpened={onOpened && ((what) => onOpened(ofStep(step, what)))}>
              {edits && <LeaveOut approval={approval} steps={steps} edits={edits} step={step.step} />}
            </Step>
          </li>
        ))}
      </ol>
    </CardSection>
  );
}

interface StepProps {
  step: ShownStep;
  onOpened: ((what: string) => void) | undefined;
  children: ReactNode;
}

function Step({ step, onOpened, children }: StepProps) {
  const { trusted, risk, server, why, preview } = step;
  const name = nameOf({ ...step, tool: step.name });
  return (
    <>
      <div className="flex flex-wrap items-baseline gap-x-2.5">
        <span className="text-13 text-card-ink-2 tabular-nums">{say('plan.step', { step: step.step })}</span>
        <h5 className="wrap-anywhere min-w-0 flex-auto font-semibold text-14 text-card-ink">
          <RiskIcon risk={risk} trusted={trusted} size={16} className="mr-1.5 inline-block align-[-3px]" />
          <ToolName name={name} trusted={trusted} />
        </h5>
        <span className="text-13 text-card-ink-2">
          {trusted ? `${say(RISKS[risk])} · ` : null}
          {sayWith(trusted ? 'card.server-trusted' : 'card.server-untrusted', {
            server: () => <ShownText text={server} />,
          })}
        </span>
      </div>
      <HiddenNote text={name} />
      <HiddenNote text={server} />
      <div className="mt-0.5 text-13 text-card-ink-2">
        {say('plan.why')}{' '}
        <LongText text={why} name={say('plan.why')} buttonClass="border-card-ink text-card-ink" />
      </div>
      {preview && (
        <div className="mt-1.5">
          <ApprovalPreview lines={linesOfStep(step)} {...(onOpened && { onOpened })} />
          <ApprovalDiffs diffs={preview.diffs ?? []} onOpened={onOpened} />
        </div>
      )}
      <div className="mt-1.5">
        <ValueList rows={valueRows(step.arguments)} looks={ON_CARD} {...(onOpened && { onOpened })} />
      </div>
      <Unknown step={step} />
      {children}
    </>
  );
}

const RISKS = {
  'read-only': 'badge.reads',
  write: 'badge.writes',
  destructive: 'badge.destroys',
} as const;

/** Values that are unknown before earlier steps have run, and how texts that merely look like references are sent. */
function Unknown({ step }: { step: ShownStep }) {
  const { from, asksAgain, preview, risk, trusted } = step;
  const isBlind = preview === null && (risk === 'destructive' || !trusted);
  const isDoubled = holdsDoubled(step.arguments);
  if (from.length === 0 && !isBlind && !isDoubled) return null;
  return (
    <ul className="mt-1.5 list-disc pl-4 text-13 text-card-ink">
      {isDoubled && <li>{say('plan.doubled')}</li>}
      {from.length > 0 && <li>{say('plan.takes-over', { count: from.length, steps: from.join(', ') })}</li>}
      {isBlind && <li>{say('plan.no-preview')}</li>}
      {asksAgain && <li>{say(`plan.again.${asksAgain}`)}</li>}
    </ul>
  );
}

interface LeaveOutProps {
  approval: ApprovalView;
  steps: readonly ShownStep[];
  step: number;
  edits: EditHandlers;
}

/** Requests a card without the step, which decides nothing. */
function LeaveOut({ approval, steps, step, edits }: LeaveOutProps) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const rest = without(approval.input, steps, step);
  if (!rest) return null;
  const others = hangingOn(steps, step);
  const send = async () => {
    setBusy(true);
    setProblem(null);
    const answer = await edits.send(approval.id, rest);
    // If that was accepted, this card disappears.
    if (answer.ok) return;
    setProblem(answer.message);
    setBusy(false);
  };
  const words =
    others.length === 0
      ? say('plan.leave-out')
      : say('plan.leave-out-too', { count: others.length, steps: others.join(', ') });
  return (
    <>
      <button
        type="button"
        disabled={isBusy}
        onClick={send}
        aria-label={
          others.length === 0
            ? say('plan.leave-out-step', { step })
            : `${say('plan.leave-out-step', { step })}: ${words}`
        }
        className={`${RARE_BUTTON} mt-1`}
      >
        {isBusy ? say('plan.leaving-out') : words}
      </button>
      {problem !== null && (
        <p role="alert" className="text-13 text-card-ink">
          <ShownText text={problem} />
        </p>
      )}
    </>
  );
}
