/** Every state of a call, as its message shows it. */
import { describe, expect, it } from 'vitest';
import type { CallRow } from '@/lib/execution/ledger';
import type { ToldCard, ToldRound } from '@/lib/store/message-calls';
import { type LedgerCall, LOOKED, tellCall } from './tell-call';

const NO_TIMES = {
  createdAt: new Date(0),
  claimedAt: null,
  dispatchedAt: null,
  endedAt: null,
  sealedAt: null,
  contentsErasedAt: null,
};
const ROW: ToldRound = {
  id: 'first',
  teamId: 't',
  chatId: 'c',
  runId: 'r',
  toolCallId: 'call_1',
  seq: 1,
  step: 1,
  round: 1,
  server: 's',
  serverUrl: 'https://s',
  tool: 'drop',
  modelTool: 's__drop',
  metadata: { title: 'Drop' },
  definitionHash: 'd',
  trusted: true,
  risk: 'destructive',
  outside: false,
  input: '{"id":"a"}',
  inputHash: 'h',
  edited: null,
  status: 'pending',
  attempts: 0,
  sends: 0,
  decidedBy: null,
  grantId: null,
  rule: null,
  result: null,
  resultHash: null,
  error: null,
  resolution: null,
  resolvedBy: null,
  resolvedAt: null,
  resolvedByName: null,
  ...NO_TIMES,
};
const CARD: ToldCard = {
  sdkApprovalId: 'sdk',
  reason: 'It deletes.',
  status: 'pending',
  decisionReason: null,
};
const ASKED = { id: 'sdk', requestReason: 'It deletes.' };
const REF = { type: 'call', callId: 'first', toolCallId: 'call_1' } as const;
const OUTPUT = { content: [{ type: 'text', text: 'Dropped.' }] };

function callWith(row: Partial<CallRow>, ...cards: Partial<ToldCard>[]): LedgerCall {
  return { rounds: [{ ...ROW, ...row }], cards: cards.map((card) => ({ ...CARD, ...card })), isOver: false };
}

describe('a call that nobody was asked about', () => {
  it.each([
    [{ status: 'pending' }, { state: 'input-available' }],
    [{ status: 'dispatched' }, { state: 'input-available' }],
    [
      { status: 'success', result: OUTPUT },
      { state: 'output-available', output: OUTPUT },
    ],
    [
      { status: 'error', error: 'Busy.' },
      { state: 'output-error', errorText: 'Busy.' },
    ],
    [
      { status: 'abort', error: 'Stopped.' },
      { state: 'output-error', errorText: 'Stopped.' },
    ],
    [
      { status: 'unknown', error: 'Lost.' },
      { state: 'output-error', errorText: 'Lost.' },
    ],
    [
      { status: 'unknown', error: 'Lost.', resolution: 'happened' },
      { state: 'output-available', output: { structuredContent: { message: LOOKED } } },
    ],
    [{ status: 'unknown', resolution: 'rerun' }, { state: 'input-available' }],
    [
      { status: 'denied', error: 'Not in this mode.' },
      { state: 'output-error', errorText: 'Not in this mode.' },
    ],
  ] as const)('%j', (row, told) => {
    const part = tellCall(REF, callWith(row as unknown as Partial<CallRow>));
    expect(part).toMatchObject({ toolName: 's__drop', title: 'Drop', input: { id: 'a' }, ...told });
    expect(part.approval).toBeUndefined();
  });

  it('and that the policy denied says so as the SDK did', () => {
    const refusal = { id: 'auto' };
    const part = tellCall({ ...REF, refusal }, callWith({ status: 'denied', error: 'Not in this mode.' }));
    const approval = { ...refusal, isAutomatic: true, approved: false, reason: 'Not in this mode.' };
    expect(part).toMatchObject({ state: 'output-denied', approval });
  });
});

describe('a call with a card', () => {
  const cancelled = { status: 'cancelled', decisionReason: 'Too much.' } as const;
  const reason = 'Cancelled on the card, with this reason: Too much.';

  it.each([
    ['permission_required', 'pending', 'approval-requested', undefined],
    ['pending', 'held', 'approval-requested', undefined],
    ['pending', 'released', 'approval-responded', true],
    ['approved', 'confirmed', 'approval-responded', true],
    ['claimed', 'confirmed', 'approval-responded', true],
    ['dispatched', 'confirmed', 'approval-responded', true],
    ['success', 'confirmed', 'output-available', true],
    ['error', 'superseded', 'output-error', true],
    ['denied', 'cancelled', 'approval-responded', false],
    ['expired', 'expired', 'approval-responded', false],
    ['superseded', 'superseded', 'output-denied', false],
  ] as const)('%s, whose card is %s, reads %s', (status, card, state, approved) => {
    const part = tellCall(REF, callWith({ status }, { status: card }));
    expect(part).toMatchObject({ state, approval: ASKED });
    expect(part.approval?.approved).toBe(approved);
  });

  it('keeps why it was cancelled: for good once the model has heard so, or nothing of its run waits any more', () => {
    const call = callWith({ status: 'denied' }, cancelled);
    expect(tellCall(REF, call)).toMatchObject({ state: 'approval-responded', approval: { reason } });
    expect(tellCall({ ...REF, toldNo: true }, call)).toMatchObject({
      state: 'output-denied',
      approval: { reason },
    });
    expect(tellCall(REF, { ...call, isOver: true })).toMatchObject({ state: 'output-denied' });
  });

  it('counts by the newest, and was asked for by the first', () => {
    const part = tellCall(
      REF,
      callWith({ status: 'approved' }, { status: 'superseded' }, { status: 'confirmed', reason: 'Another.' }),
    );
    expect(part).toMatchObject({ state: 'approval-responded', approval: { ...ASKED, approved: true } });
  });

  it('has the arguments that a person put in place of the model’s', () => {
    const edited = { by: { id: 'u', name: 'Ann' }, before: '{"id":"b"}' };
    const part = tellCall(REF, callWith({ status: 'approved', edited }, { status: 'confirmed' }));
    expect(part.toolMetadata?.edited).toEqual({ by: 'Ann', before: '{"id":"b"}' });
    expect(part.input).toEqual({ id: 'a' });
  });
});

it('of a call that was run anew only the last round counts, which no card let run', () => {
  const before = { ...ROW, status: 'unknown', error: 'Lost.', resolution: 'rerun' } as const;
  const again = { ...ROW, id: 'second', round: 2, status: 'success', result: OUTPUT } as const;
  const part = tellCall(REF, { rounds: [before, again], cards: [CARD], isOver: true });
  expect(part).toMatchObject({ state: 'output-available', output: OUTPUT });
  expect(part.approval).toBeUndefined();
});
