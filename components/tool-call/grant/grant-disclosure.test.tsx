// @vitest-environment happy-dom
/** What is sent with a Confirm on a card that allows calls ahead: exactly what its sentence says. */
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Decide } from '@/components/api/decide';
import type { ApprovalView } from '@/lib/approvals/approval-view';
import type { GrantTried } from '@/lib/replay/replay-view';
import { ApprovalCard } from '../approval/approval-card';
import { GrantForm } from '../loaded-apart';
import { press } from '../testing/press';
import { sampleApproval } from '../testing/sample-approval';
import { narrow, pass, useScreen } from '../testing/screen';
import { dayAfter } from './grant-draft';

const INPUT = { customer: 'Halden', amount: 450, lines: [1] };
/** The requests to the record, and its answer. */
let asked: string[] = [];
const CANCELLED = {
  id: 'c',
  at: '2026-11-20T12:00:00Z',
  server: 'crm',
  tool: 'pay',
  title: 'Pay',
  who: 'Mia',
  input: '{"customer":"Halden"}',
};
const found: GrantTried = {
  calls: 4,
  less: 3,
  unjudged: 0,
  since: '2026-08-22T10:00:00Z',
  isCut: false,
  cancelledButRun: { count: 1, listed: [CANCELLED] },
};
const confirm = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Confirm/ });
const opener = () => screen.queryByRole('button', { name: 'Don’t ask again for calls like this' });
const sentence = () => screen.getByTestId('grant-sentence').textContent;
const set = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

function show(changes: Partial<ApprovalView> = {}) {
  const onDecide = vi.fn<Decide>(async () => ({ ok: true }));
  const approval = sampleApproval({ input: INPUT, grantable: true, ...changes });
  const props = { approval, viewer: { id: 'u1' }, mode: 'default', expired: false } as const;
  render(<ApprovalCard {...props} onDecide={onDecide} />);
  return onDecide;
}

function open(): void {
  fireEvent.click(opener() as HTMLElement);
}

async function sent(onDecide: ReturnType<typeof show>) {
  await pass(600);
  press(confirm());
  await pass(0);
  return onDecide.mock.calls.at(-1)?.[2];
}

// Loaded before it is opened.
beforeAll(() => GrantForm.prepare());
beforeEach(() => {
  useScreen();
  // A day of another year would be said with its year.
  vi.setSystemTime('2026-11-20T12:00:00Z');
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    asked.push(`${path} ${init.body}`);
    return Response.json(found);
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  asked = [];
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('allowing calls ahead on a card', () => {
  it('is offered only where it can be and to whoever may confirm', () => {
    for (const changes of [{ grantable: false }, { mayDecide: false }]) {
      show(changes);
      expect(opener()).toBeNull();
      cleanup();
    }
  });

  it('says which calls of the record would have run unasked by it, once nobody types any more', async () => {
    show();
    open();
    await pass(300);
    expect(asked).toEqual([]);
    await pass(300);
    expect(asked).toHaveLength(1);
    expect(asked[0]).toContain('"thisChat":true');
    const trial = screen.getByTestId('grant-trial');
    expect(trial.textContent).toContain('3 calls since 22 August that asked would have run unasked.');
    expect(trial.textContent).toContain('One of them had been cancelled:');
    expect(trial.textContent).toContain('{"customer":"Halden"}');
    // The trial is for these bounds only.
    fireEvent.click(screen.getByLabelText('Every chat'));
    expect(screen.queryByTestId('grant-trial')).toBeNull();
    await pass(600);
    expect(asked[1]).toContain('"thisChat":false');
  });

  it('asks again while the record is still being read for the bounds before', async () => {
    const busy = { error: { code: 'too_many_requests', message: 'The record is being read.' } };
    let requests = 0;
    vi.stubGlobal('fetch', async () =>
      ++requests < 3 ? Response.json(busy, { status: 429 }) : Response.json(found),
    );
    show();
    open();
    await pass(600);
    await pass(1_100);
    expect(requests).toBe(2);
    expect(screen.queryByTestId('grant-trial')).toBeNull();
    await pass(1_100);
    expect(screen.getByTestId('grant-trial')).toBeTruthy();
    await pass(5_000);
    expect(requests).toBe(3);
  });

  it('gives nothing while it is folded, nor once it is folded again', async () => {
    const first = show();
    expect(await sent(first)).toBeUndefined();
    cleanup();
    const second = show();
    open();
    expect(confirm().textContent).toBe('Confirm and allow');
    open();
    expect(confirm().textContent).toBe('Confirm');
    expect(await sent(second)).toBeUndefined();
  });

  it('comes with the focus on phones, where it opens above its button', () => {
    show();
    opener()?.focus();
    open();
    expect(document.activeElement).toBe(opener());
    cleanup();
    narrow();
    show();
    open();
    const form = screen.getByTestId('grant-form');
    expect(form.contains(document.activeElement)).toBe(true);
    expect(form.compareDocumentPosition(opener() as Node)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    fireEvent.keyDown(document.activeElement as Element, { key: 'Escape' });
    expect(document.activeElement).toBe(opener());
  });

  it('is at first exactly this call, in this chat', async () => {
    const onDecide = show();
    open();
    expect(sentence()).toMatch(
      /^For you, from now on:Delete customer runs without asking in this chat, 10 times, until \d+ \w+ \d+, 23:59, when customer is "Halden" and amount is 450 and lines is \[1\] and nothing else is given\.$/,
    );
    expect(screen.getByTestId('grant-form').textContent).toContain('lines as it stands here');
    const details = await sent(onDecide);
    expect(details?.grant).toMatchObject({
      thisChat: true,
      times: 10,
      bounds: [
        { argument: 'customer', is: 'equal', value: 'Halden' },
        { argument: 'amount', is: 'equal', value: 450 },
      ],
    });
  });

  it('says what was chosen, and sends that', async () => {
    const onDecide = show({ requestedBy: { id: 'u2', name: 'Ada' } });
    open();
    fireEvent.click(screen.getByLabelText('Every chat'));
    fireEvent.click(screen.getByLabelText('No limit'));
    set('Until the end of', dayAfter(new Date(), 7));
    set('customer', 'any');
    set('amount', 'most');
    set('amount at most', '500');
    expect(sentence()).toMatch(
      /^For Ada, from now on:Delete customer runs without asking in every chat, until \d+ \w+ \d+, 23:59, when amount is at most 500 and amount is at least 0 and customer may be any text and lines is \[1\] and nothing else is given\.$/,
    );
    expect((await sent(onDecide))?.grant).toMatchObject({
      thisChat: false,
      times: null,
      bounds: [{ argument: 'amount', is: 'most', value: 500 }],
    });
  });

  it('keeps Confirm closed while what stands there cannot go, and says why', async () => {
    const onDecide = show();
    open();
    set('amount', 'most');
    set('amount at most', '400');
    await pass(600);
    expect(confirm().disabled).toBe(true);
    expect(screen.getByTestId('approval-card').textContent).toContain('would not keep the bound on amount');
    set('amount at most', '450');
    expect((await sent(onDecide))?.grant?.bounds).toContainEqual({
      argument: 'amount',
      is: 'most',
      value: 450,
    });
  });

  it('goes beside the password that a critical call needs', async () => {
    const onDecide = show({ critical: true });
    open();
    set(/^Your password/, 'amber-demo');
    expect(await sent(onDecide)).toMatchObject({ password: 'amber-demo', grant: { times: 10 } });
  });

  it('shows what hides in a value', () => {
    show({ input: { customer: 'Hal\u202eden' } });
    open();
    expect(sentence()).toContain('"HalU+202Eden"');
    expect(screen.getByTestId('approval-card').outerHTML).not.toContain('\u202e');
  });
});
