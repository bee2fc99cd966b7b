// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { UnknownCallHandlers } from '@/components/api/resolve-unknown-call';
import type { ApprovalView } from '@/lib/approvals/approval-view';
import { DESTRUCTIVE } from '@/mcp/annotations';
import type { CallFacts } from './call-view';
import { ApprovalContent, UnknownCallContent } from './cards-apart';
import { CallDetails, UnknownCallCard } from './loaded-apart';
import { sampleApproval } from './testing/sample-approval';
import { sampleUnknownCall } from './testing/sample-unknown-call';
import { pass, useScreen } from './testing/screen';
import { ToolCall } from './tool-call';

vi.mock('@/components/shell/workspace', () => ({ useWorkspace: () => ({ goTo() {}, side: {} }) }));

const answer = async () => ({ ok: true }) as const;

function facts(part: object, approval?: ApprovalView): CallFacts {
  return {
    part: {
      type: 'dynamic-tool',
      toolName: 'x',
      toolCallId: 'call-1',
      input: {},
      ...part,
    } as CallFacts['part'],
    metadata: {
      server: 'amber',
      tool: 'customer_delete',
      title: 'Delete customer',
      trusted: true,
      risk: 'destructive',
      annotations: DESTRUCTIVE,
    },
    approval,
  };
}

const asked = { state: 'approval-requested', approval: { id: 'approval-1' } };
const unknownCalls: UnknownCallHandlers = {
  resolve: answer,
  check: async () => ({ ok: false, message: '' }),
};
const element = (of: CallFacts) => (
  <ToolCall
    facts={of}
    viewer={{ id: 'u1' }}
    isPast={false}
    mode="default"
    onDecide={answer}
    unknownCalls={unknownCalls}
  />
);
const status = () => screen.getByTestId('tool-call').dataset.status;

// Loaded before it is opened.
const CARDS = [ApprovalContent, UnknownCallContent];

beforeAll(() =>
  Promise.all([CallDetails.prepare(), UnknownCallCard.prepare(), ...CARDS.map((card) => card.prepare())]),
);
beforeEach(useScreen);
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('a tool call', () => {
  it('carries its name, server and state', () => {
    render(element(facts({ state: 'input-available' })));
    expect(screen.getByTestId('tool-call').dataset).toMatchObject({
      tool: 'customer_delete',
      server: 'amber',
      status: 'pending',
    });
  });

  it('opens to its arguments and result', () => {
    const output = { content: [], structuredContent: { success: true, message: 'Deleted' } };
    render(element(facts({ state: 'output-available', input: { customerId: 'c1' }, output })));
    const row = screen.getByRole('button', { name: 'Delete customer, arguments and result' });
    expect(row.getAttribute('aria-expanded')).toBe('false');
    fireEvent.click(row);
    expect(row.getAttribute('aria-expanded')).toBe('true');
    const call = within(screen.getByTestId('tool-call'));
    expect(call.getByText('Customer ID').closest('dt')?.title).toBe('customerId');
    expect(call.getByText('Deleted')).toBeTruthy();
  });

  it('says what was confirmed, also where no preview tells it', () => {
    const decided = { status: 'confirmed', decidedBy: { id: 'u1', name: 'Noor' } } as const;
    render(
      element(
        facts({ state: 'output-available', output: 'done' }, sampleApproval({ ...decided, preview: null })),
      ),
    );
    expect(screen.getByTestId('approval-decision').textContent).toContain('You confirmed: Delete customer');
  });

  it('says who had allowed it ahead where it ran without asking, and where that is taken back', () => {
    const ran = facts({ state: 'output-available', output: 'done' });
    const allowed = { by: { id: 'u2', name: 'Imogen Finch' }, at: '2026-11-18T09:00:00Z' };
    const call = { toolCallId: 'call-1', startedAt: '2026-11-20T09:00:00Z', durationMs: 5, allowed };
    render(element({ ...ran, call }));
    expect(screen.queryByTestId('allowed-ahead')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Delete customer, arguments and result' }));
    const line = screen.getByTestId('allowed-ahead');
    expect(line.textContent).toContain('Ran without asking: pre-approved by Imogen Finch on 18 Nov');
    expect(within(line).getByRole('link').getAttribute('href')).toBe('/settings/grants');
  });

  it('says why it failed without what is meant for programs, unless nobody vouched for the server', () => {
    const failed = { state: 'output-error', errorText: 'Error: No such order. Use orders_list to find it.' };
    render(element(facts(failed)));
    const row = screen.getByRole('button', { name: 'Delete customer, arguments and result' });
    fireEvent.click(row);
    expect(screen.getByText('No such order.')).toBeTruthy();
    expect(screen.getByText('No arguments')).toBeTruthy();
    cleanup();
    const known = facts(failed);
    render(element({ ...known, metadata: { ...known.metadata, trusted: false } }));
    fireEvent.click(screen.getByRole('button', { name: /arguments and result/ }));
    expect(screen.getByText('No such order. Use orders_list to find it.')).toBeTruthy();
  });

  it('says on its row why it failed, in one line without anything hidden, until it is opened', () => {
    const reason = () => screen.queryByTestId('call-reason')?.textContent;
    const at = (part: object) => {
      cleanup();
      render(element(facts(part)));
      return reason();
    };
    expect(at({ state: 'output-error', errorText: 'Error: No such\u202e order.\nat line 4' })).toBe(
      'No suchU+202E order.',
    );
    fireEvent.click(screen.getByRole('button', { name: /arguments and result/ }));
    expect(reason()).toBeUndefined();
    const said = { content: [{ type: 'text', text: '\n  Exit Code: 128\nfatal' }], isError: true };
    expect(at({ state: 'output-available', output: said })).toBe('Exit Code: 128');
    expect(at({ state: 'output-error', errorText: '\u{1F600}'.repeat(5000) })).toBe(
      `${'\u{1F600}'.repeat(120)}…`,
    );
    expect(at({ state: 'output-available', output: { ...said, isError: false } })).toBeUndefined();
    expect(at({ state: 'output-available', output: { isError: true } })).toBeUndefined();
  });

  it('holds its card until it is decided, then a line that reopens it without buttons', () => {
    const { rerender } = render(element(facts(asked, sampleApproval())));
    expect(status()).toBe('permission_required');
    expect(screen.getByTestId('approval-card')).toBeTruthy();
    const decided = sampleApproval({
      status: 'cancelled',
      decidedBy: { id: 'u1', name: 'Noor' },
      decidedAt: new Date().toISOString(),
      decisionReason: 'Wrong contact',
    });
    rerender(element(facts({ state: 'output-denied' }, decided)));
    expect(screen.queryByTestId('approval-card')).toBeNull();
    expect(screen.getByTestId('approval-decision').textContent).toContain(
      'You cancelled, nothing ran: Halden Optics, 2 orders, 1 draft invoice. “Wrong contact”',
    );
    expect(status()).toBe('abort');
    fireEvent.click(within(screen.getByTestId('approval-decision')).getByRole('button'));
    const card = screen.getByRole('group', { name: 'What was asked: Delete customer' });
    expect(card.textContent).toContain('Halden Optics');
    expect(within(card).queryAllByRole('button')).toEqual([]);
  });

  it('hands the focus of a card decided here to the line that takes its place', async () => {
    const { rerender } = render(element(facts(asked, sampleApproval())));
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await pass(0);
    act(() => (document.activeElement as HTMLElement).blur());
    rerender(element(facts({ state: 'output-denied' }, sampleApproval({ status: 'cancelled' }))));
    expect(document.activeElement).toBe(within(screen.getByTestId('approval-decision')).getByRole('button'));
  });

  it('says itself to a screen reader when its card appears', async () => {
    const { container } = render(element(facts(asked, sampleApproval())));
    await pass(200);
    expect(container.querySelector('[aria-live="polite"]')?.textContent).toBe(
      'Waits for a decision: Delete customer',
    );
  });

  it('draws a card that takes the place of another anew, and says so', async () => {
    const { rerender } = render(element(facts(asked, sampleApproval())));
    await pass(600);
    rerender(element(facts(asked, sampleApproval({ id: 'approval-2', changed: ['preview'] }))));
    expect(screen.getByTestId('approval-card').dataset.approvalId).toBe('approval-2');
    expect(screen.getByTestId('approval-card').textContent).toContain('has changed');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Confirm' }).disabled).toBe(true);
  });

  it('closes its card by itself when its time is over', async () => {
    render(element(facts(asked, sampleApproval({ expiresAt: new Date(Date.now() + 60_000).toISOString() }))));
    await pass(59_000);
    expect(status()).toBe('permission_required');
    await pass(2_000);
    expect(status()).toBe('abort');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Confirm' }).disabled).toBe(true);
  });

  it('has no card for a call that is held behind another', () => {
    render(element(facts(asked)));
    expect(status()).toBe('pending');
    expect(screen.queryByTestId('approval-card')).toBeNull();
  });
});

describe('a call of which nobody knows whether it took effect', () => {
  const unknown = { state: 'output-error', errorText: 'The connection was closed.' };
  const record = { toolCallId: 'call-1', startedAt: new Date(0).toISOString(), outcome: 'unknown' as const };
  const unknownOutcome = (changes = {}): CallFacts => ({
    ...facts(unknown),
    call: record,
    unknownCall: sampleUnknownCall(changes),
  });
  const said = { resolvedBy: { id: 'u1', name: 'Noor' }, resolvedAt: new Date().toISOString() };

  it('has a card of its own under its row and under the decision before it', () => {
    render(element({ ...unknownOutcome(), approval: sampleApproval({ status: 'confirmed' }) }));
    expect(status()).toBe('unknown');
    expect(screen.getByText('Outcome unknown')).toBeTruthy();
    const [line, card] = [screen.getByTestId('approval-decision'), screen.getByTestId('doubt-card')];
    expect(line.compareDocumentPosition(card) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  });

  it('folds into who said what, which opens to what was sent, without buttons', () => {
    const { rerender } = render(element(unknownOutcome()));
    rerender(element(unknownOutcome({ resolution: 'left', ...said })));
    expect(screen.queryByTestId('doubt-card')).toBeNull();
    expect(status()).toBe('unknown');
    const line = screen.getByTestId('doubt-resolution');
    expect(line.textContent).toContain('You left it unresolved');
    fireEvent.click(within(line).getByRole('button'));
    const card = screen.getByRole('group', { name: 'What was not known: Send invoice' });
    expect(card.textContent).toContain('INV-1182');
    expect(within(card).queryAllByRole('button')).toEqual([]);
  });

  it('hands the focus of its card to the line that takes its place', async () => {
    const { rerender } = render(element(unknownOutcome()));
    fireEvent.click(screen.getByRole('button', { name: 'It happened' }));
    await pass(0);
    act(() => (document.activeElement as HTMLElement).blur());
    rerender(element(unknownOutcome({ resolution: 'happened', ...said })));
    expect(document.activeElement).toBe(within(screen.getByTestId('doubt-resolution')).getByRole('button'));
  });

  it('has another card when it was run once more and got lost again', async () => {
    const { rerender } = render(element(unknownOutcome()));
    await pass(600);
    rerender(element(unknownOutcome({ callId: 'ledger-2', attempts: 2 })));
    const run = screen.getByRole<HTMLButtonElement>('button', { name: 'It did not happen, run it' });
    expect(screen.getByTestId('doubt-card').dataset.callId).toBe('ledger-2');
    expect(run.disabled).toBe(true);
  });
});

describe('a call that runs', () => {
  const running = (call: object): CallFacts => ({
    ...facts({ state: 'input-available' }),
    call: { toolCallId: 'call-1', startedAt: new Date().toISOString(), ...call },
  });
  const text = () => screen.getByTestId('tool-call').textContent;

  it('says how long it has and how long it may, every second', async () => {
    render(element(running({ deadlineMs: 30_000 })));
    await pass(900);
    expect(text()).not.toContain('30 s');
    await pass(11_200);
    expect(text()).toContain('12 s of 30 s');
    await pass(1000);
    expect(text()).toContain('13 s of 30 s');
    await pass(60_000);
    expect(text()).toContain('30 s of 30 s');
    expect(screen.getByText('30 s of 30 s').closest('[aria-live], [role="status"]')).toBeNull();
  });

  it('says only how long it has where no one has set a time', async () => {
    render(element(running({})));
    await pass(5_100);
    expect(text()).toContain('5 s');
    expect(text()).not.toContain(' of ');
  });

  it('stops counting at its end', async () => {
    const { rerender } = render(element(running({ deadlineMs: 30_000 })));
    await pass(5000);
    const ended = running({ deadlineMs: 30_000, durationMs: 5000, outcome: 'success' });
    rerender(element(ended));
    expect(text()).toContain('5.00 s');
    expect(vi.getTimerCount()).toBe(0);
  });
});
