// @vitest-environment happy-dom
/** Whose press counts: if an admin must confirm, two of them, or a person who re-enters the password. */
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Decide, DecideAnswer } from '@/components/api/decide';
import type { ApprovalView } from '@/lib/approvals/approval-view';
import { press } from '../testing/press';
import { sampleApproval } from '../testing/sample-approval';
import { pass, useScreen } from '../testing/screen';
import { ApprovalCard } from './approval-card';

const text = () => screen.getByTestId('approval-card').textContent;
const confirm = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Confirm/ });
const cancel = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Cancel/ });

function show(changes: Partial<ApprovalView>, answer: DecideAnswer = { ok: true }) {
  const onDecide = vi.fn<Decide>(async () => answer);
  const approval = sampleApproval(changes);
  const props = { approval, viewer: { id: 'u1' }, mode: 'default', expired: false } as const;
  render(<ApprovalCard {...props} onDecide={onDecide} />);
  return onDecide;
}

beforeEach(useScreen);
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe('a card that not everybody can confirm', () => {
  it('can be cancelled by whoever asked for what only others can confirm', async () => {
    const onDecide = show({ mayDecide: false, requirement: 'ask_admin' });
    await pass(600);
    expect([confirm().disabled, cancel().disabled]).toEqual([true, false]);
    expect(text()).toContain('An admin other than you must confirm.');
    fireEvent.click(cancel());
    expect(onDecide).toHaveBeenCalledOnce();
  });

  it('can only be cancelled where the policy lets nobody run it any more', async () => {
    const reason = 'The team’s policy lets nobody run this tool.';
    show({ mayDecide: false, denied: true, reason, changed: ['asks', 'reason'] });
    await pass(600);
    expect([confirm().disabled, cancel().disabled]).toEqual([true, false]);
    expect(text()).toContain(`${reason} You can cancel it.`);
    expect(text()).not.toContain('admin');
  });

  it.each<[ApprovalView['changed'], string | null]>([
    [[], null],
    [['input', 'preview'], null],
    [['asks', 'reason'], 'Who has to confirm it has changed since the previous card.'],
    [['reason'], 'Why it asks has changed since'],
    [['preview', 'asks'], 'What would go, and who has to confirm it have changed since'],
    [['tool', 'input'], 'What its server says about the tool has changed since'],
  ])('says what has changed since the previous card: %j', (changed, words) => {
    show({ changed });
    if (words) expect(text()).toContain(words);
    else expect(text()).not.toContain('since the previous card');
  });

  it('names the password of a demo account where it asks for it, and only there', () => {
    const approval = sampleApproval({ critical: true });
    const viewer = { id: 'u1', demoPassword: 'amber-demo' };
    const props = { approval, viewer, mode: 'default', expired: false } as const;
    render(<ApprovalCard {...props} onDecide={vi.fn<Decide>()} />);
    expect(text()).toContain('The demo accounts’ password is amber-demo.');
    cleanup();
    show({ critical: true });
    expect(text()).not.toContain('demo');
  });

  it('says once whom it asks', () => {
    const reason = 'The team’s policy asks two admins about this tool.';
    show({ mayDecide: false, requirement: 'two_admins', reason });
    expect(text()).toContain('Two admins other than you must confirm.');
    expect(text()).not.toContain(reason);
  });

  it('names who can, three of them and how many more', () => {
    const named = ['Ada Admin', 'Bo\u202e', 'Cem'].map((name) => ({ id: name, name }));
    const waits = { mayDecide: false, requirement: 'ask_admin' as const };
    show({ ...waits, confirmers: { named, more: 2 } });
    expect(text()).toContain('An admin other than you must confirm: Ada Admin, BoU+202E, Cem and 2 more.');
    cleanup();
    const noor = { id: 'u9', name: 'Noor' };
    const second = { ...waits, requirement: 'two_admins' as const, confirmedBy: [{ id: 'u1', name: 'Me' }] };
    show({ ...second, requestedBy: noor, confirmers: { named: named.slice(0, 1), more: 0 } });
    expect(text()).toContain('You confirmed; one more admin other than Noor must: Ada Admin.');
  });

  it('says that nobody can where the team has too few admins, and what would help', async () => {
    const nobody = { named: [], more: 0 };
    show({ mayDecide: false, requirement: 'ask_admin', confirmers: nobody });
    expect(text()).toContain(
      'Nobody can confirm this at present: it takes an admin other than you, and the team has none. One more admin',
    );
    cleanup();
    // The only admin can confirm all the same: another one may join.
    const me = { named: [{ id: 'u1', name: 'Me' }], more: 0 };
    show({ requirement: 'two_admins', requestedBy: { id: 'u9', name: 'Noor' }, confirmers: me });
    expect(text()).toContain(
      'it takes two admins other than Noor, and the team has only one. One more admin',
    );
    await pass(600);
    expect(confirm().disabled).toBe(false);
  });

  it('waits for the password where it is critical, and takes it with the press', async () => {
    const onDecide = show({ critical: true });
    await pass(600);
    expect(confirm().disabled).toBe(true);
    fireEvent.change(screen.getByLabelText(/^Your password/), { target: { value: 'amber-demo' } });
    await pass(600);
    press(confirm());
    await pass(0);
    expect(onDecide).toHaveBeenCalledExactlyOnceWith('approval-1', 'confirm', { password: 'amber-demo' });
  });

  it('is free again once one of two has confirmed, and says so', async () => {
    const onDecide = show({ requirement: 'two_admins' }, { ok: true, waits: true });
    await pass(600);
    press(confirm());
    await pass(0);
    expect(onDecide).toHaveBeenCalledOnce();
    expect(confirm().textContent).toBe('Confirm');
    cleanup();
    const me = { id: 'u1', name: 'Ada' };
    show({ requirement: 'two_admins', mayDecide: false, confirmedBy: [me] });
    expect(screen.getByTestId('approval-confirmations').textContent).toContain('You confirmed');
  });
});
