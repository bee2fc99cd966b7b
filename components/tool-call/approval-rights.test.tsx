// @vitest-environment happy-dom
/** Whose press counts: where an admin must confirm, two of them, or somebody who gives the password again. */
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ApprovalView } from '@/lib/approvals/approval-view';
import { ApprovalCard } from './approval-card';
import type { Decide, DecideAnswer } from './decide';
import { press } from './testing/press';
import { sampleApproval } from './testing/sample-approval';
import { pass, useScreen } from './testing/screen';

const confirm = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Confirm/ });
const cancel = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Cancel/ });

function show(changes: Partial<ApprovalView>, answer: DecideAnswer = { ok: true }) {
  const onDecide = vi.fn<Decide>(async () => answer);
  const approval = sampleApproval(changes);
  const props = { approval, viewer: { id: 'u1' }, mode: 'default', expired: false, changed: false } as const;
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
    expect(screen.getByTestId('approval-card').textContent).toContain('admin of your team has to confirm');
    fireEvent.click(cancel());
    expect(onDecide).toHaveBeenCalledOnce();
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
