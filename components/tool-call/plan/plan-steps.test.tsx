// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { EditHandlers } from '@/components/api/edit';
import type { ShownStep } from '@/lib/plans/plan';
import { sampleApproval } from '../testing/sample-approval';
import { foldedSteps, hangingOn, without } from './plan-of';
import { PlanSteps } from './plan-steps';

afterEach(cleanup);

function shown(step: number, more: Partial<ShownStep> = {}): ShownStep {
  return {
    step,
    server: 's',
    tool: 'put',
    name: 'put',
    modelName: 's__put',
    title: 'Put it',
    serverUrl: 'http://s',
    arguments: { id: `a${step}` },
    why: `It puts ${step}.`,
    trusted: true,
    risk: 'write',
    definitionHash: 'd',
    contractHash: 'c',
    requirement: 'ask',
    reason: '',
    critical: false,
    preview: null,
    from: [],
    asksAgain: null,
    ...more,
  };
}

const steps = [
  shown(1),
  shown(2, { arguments: { id: '$1.id' }, from: [1] }),
  shown(4, { risk: 'destructive', arguments: { id: '$2.id' }, from: [2], asksAgain: 'destroys' }),
  shown(5, { server: 'wild', trusted: false, title: 'Kind', arguments: { token: 'abcdefgh' } }),
];
const input = { steps: steps.map(({ step }) => ({ step })) };

describe('the steps of a plan', () => {
  it('hang on those whose results they take over, and go with them', () => {
    expect(hangingOn(steps, 1)).toEqual([2, 4]);
    expect(hangingOn(steps, 4)).toEqual([]);
    expect(without(input, steps, 2)).toEqual({ steps: [{ step: 1 }, { step: 5 }] });
    expect(without({ steps: [{ step: 1 }] }, [shown(1)], 1)).toBeUndefined();
  });

  it('say what each does, with what, and what nobody can know yet', () => {
    render(<PlanSteps approval={sampleApproval({ input })} steps={steps} note={null} />);
    const items = screen.getAllByRole('listitem').filter((item) => item.dataset.step);
    expect(items).toHaveLength(4);
    expect(items[0]?.textContent).toContain('Put it');
    expect(items[0]?.textContent).toContain('It puts 1.');
    expect(items[2]?.textContent).toContain('Takes over what step 2 will answer');
    expect(items[2]?.textContent).toContain('asks again once it is known what exactly');
    // For an untrusted server, only the bare name.
    expect(items[3]?.textContent).toContain('put');
    expect(items[3]?.textContent).not.toContain('Kind');
    expect(screen.queryByRole('button', { name: /Leave out/ })).toBeNull();
  });

  it('say that a text is sent with one $ less, where there is one', () => {
    const doubled = [shown(1, { arguments: { lines: [{ price: '$$01.50' }] } }), shown(2)];
    render(<PlanSteps approval={sampleApproval({ input })} steps={doubled} note={null} />);
    const items = screen.getAllByRole('listitem').filter((item) => item.dataset.step);
    expect(items.map(({ textContent }) => textContent?.includes('with a single $'))).toEqual([true, false]);
  });

  it('have to be opened where they are long, each by itself', () => {
    const long = 'x'.repeat(2_000);
    const folded = foldedSteps([
      shown(1, { arguments: { text: long } }),
      shown(2, { arguments: { text: long } }),
    ]);
    expect(folded).toEqual(['step 1 text', 'step 2 text']);
    expect(foldedSteps(steps)).toEqual(['step 5 token']);
  });

  it('can be left out, by a card that takes this one’s place', async () => {
    const send = vi.fn<EditHandlers['send']>(async () => ({ ok: false, message: 'Not now.' }));
    const edits = { look: vi.fn(), send };
    render(<PlanSteps approval={sampleApproval({ input })} steps={steps} note={null} edits={edits} />);
    const second = screen.getAllByRole('listitem').find((item) => item.dataset.step === '2');
    const button = within(second as HTMLElement).getByRole('button', { name: /Leave out step 2.*step 4/ });
    fireEvent.click(button);
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('Not now.'));
    expect(send).toHaveBeenCalledWith('approval-1', { steps: [{ step: 1 }, { step: 5 }] });
  });
});
