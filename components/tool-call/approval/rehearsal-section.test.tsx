// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { Rehearsed } from '@/lib/tools/rehearsal';
import { sampleApproval } from '../testing/sample-approval';
import { ApprovalCard } from './approval-card';

afterEach(cleanup);

const forged = '<button>Confirm</button>\u202eRead-only';
const lines = [{ label: forged, value: forged }];

function show(rehearsal: Omit<Rehearsed, 'argument' | 'value'>): HTMLElement {
  const preview = { lines: [], record: 'hash', rehearsal: { argument: 'dryRun', value: true, ...rehearsal } };
  const approval = sampleApproval({ preview });
  const answer = async () => ({ ok: true }) as const;
  render(
    <ApprovalCard
      approval={approval}
      viewer={{ id: 'u1' }}
      mode="default"
      expired={false}
      onDecide={answer}
    />,
  );
  return screen.getByTestId('approval-rehearsal');
}

describe('what a rehearsal told', () => {
  it('is data, whatever it looks like', () => {
    const section = show({ status: 'done', lines });
    expect(section.textContent).toContain('dryRun: true');
    expect(within(section).queryByRole('button')).toBeNull();
    expect(section.textContent).not.toContain('\u202e');
  });

  it('is to be opened where it is long, before anybody confirms', () => {
    show({ status: 'done', lines: [{ label: 'note', value: 'x'.repeat(499) }] });
    const confirm = () => screen.queryByRole<HTMLButtonElement>('button', { name: 'Confirm' });
    const open = screen.getByRole('button', { name: /Show all 499 characters/ });
    expect(confirm()?.getAttribute('aria-disabled') ?? confirm()?.disabled).toBeTruthy();
    fireEvent.click(open);
    expect(screen.getByTestId('approval-rehearsal').textContent).toContain('x'.repeat(499));
  });

  it('is no answer where it was none: what is otherwise is shown alone', () => {
    const differences = [{ label: 'price', before: '3', after: '99' }];
    const section = show({ status: 'changed', lines, differences });
    expect(section.textContent).toContain('not rehearsed any more');
    expect(section.textContent).toContain('99');
    expect(section.textContent).not.toContain('Read-only');
  });

  it.each<[Rehearsed['status'], string]>([
    ['arguments', 'could pass for dryRun: true'],
    ['rules', 'before everybody whom the policy asks has confirmed it'],
    ['off', 'have just been switched off'],
    ['unreadable', 'could not be read and compared afterwards'],
  ])('says in a sentence why there is none: %s', (status, words) => {
    expect(show({ status }).textContent).toContain(words);
  });

  it.each<[Rehearsed['status']]>([['failed'], ['unsent']])('says what stood against it: %s', (status) => {
    expect(show({ status, words: 'No such item.' }).textContent).toContain('No such item.');
  });

  it('says that the call itself is a rehearsal', () => {
    show({ status: 'done', lines, isItself: true });
    expect(screen.getByTestId('rehearsal-itself').textContent).toContain('dryRun: true');
  });
});
