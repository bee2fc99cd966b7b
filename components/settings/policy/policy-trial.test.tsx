// @vitest-environment happy-dom
/** Trying a rule before it is in force: what is requested, what is reported, and that only the button sets it. */
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Replayed } from '@/lib/replay/replay-view';
import type { RuleView } from '@/lib/rules/policy-rules';
import { PolicyTrial } from './policy-trial';
import { CONTACT_DELETE } from './testing/sample-tool';

const STANDS: RuleView = {
  server: 'crm',
  tool: 'contact_delete',
  own: false,
  effect: 'two_admins',
  locked: true,
  critical: true,
  openForHours: 4,
  holdSeconds: 30,
  setBy: 'Ada',
  setAt: '2026-11-20T12:00:00.000Z',
};
const FOUND: Replayed = {
  calls: 12,
  takeBacks: 0,
  more: 0,
  less: 9,
  stricter: 0,
  softer: 0,
  refused: 0,
  freed: 0,
  unjudged: 3,
  cancelledButRun: {
    count: 70,
    listed: [
      {
        id: 'c1',
        at: '2026-11-20T12:00:00.000Z',
        server: 'crm',
        tool: 'contact_delete',
        title: 'Delete\u202e contact',
        who: null,
        input: '{"id":"c-1"}',
      },
    ],
  },
  confirmedButRefused: { count: 0, listed: [] },
  since: '2026-08-25T12:00:00.000Z',
  isCut: false,
};

let sent: { method: string; path: string; body: unknown }[];
let answer: () => Response;

beforeEach(() => {
  sent = [];
  answer = () => Response.json(FOUND);
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit) => {
    sent.push({ method, path, body: JSON.parse(String(body)) });
    return method === 'PUT' ? Response.json({ version: 2, rules: [] }) : answer();
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function open(onSaved = vi.fn(), rules: RuleView[] = []) {
  const { rerender } = render(<PolicyTrial tools={[CONTACT_DELETE]} rules={rules} onSaved={onSaved} />);
  expect(screen.queryByRole('button')).toBeNull();
  const details = screen.getByTestId<HTMLDetailsElement>('policy-trial');
  details.open = true;
  fireEvent(details, new Event('toggle'));
  fireEvent.change(screen.getByLabelText('Tool to try a rule for'), { target: { value: '1' } });
  return {
    onSaved,
    change: (now: RuleView[]) =>
      rerender(<PolicyTrial tools={[CONTACT_DELETE]} rules={now} onSaved={onSaved} />),
  };
}

it('tells what the rule would have done, lists what a person had cancelled, and sets it only by its button', async () => {
  const { onSaved } = open();
  fireEvent.click(screen.getByRole('button', { name: 'Try it' }));
  const result = await screen.findByTestId('trial-result');
  expect(result.textContent).toContain('9 that asked would have run unasked.');
  expect(result.textContent).toContain('3 calls could not be judged');
  expect(result.textContent).toContain('70 calls that people cancelled would have run unasked');
  expect(result.textContent).toContain('The newest 1 of them');
  expect(result.textContent).not.toContain('\u202e');
  const rule = { server: 'crm', tool: 'contact_delete', effect: 'allow', locked: false, critical: false };
  expect(sent).toEqual([{ method: 'POST', path: '/api/policy/replay', body: rule }]);
  fireEvent.click(screen.getByRole('button', { name: 'Set this rule' }));
  await screen.findByText('The rule is set.');
  expect(sent.at(-1)).toMatchObject({
    method: 'PUT',
    path: '/api/policy',
    body: { ...rule, openForHours: null },
  });
  expect(onSaved).toHaveBeenCalledWith({ version: 2, rules: [] });
});

it('what was found for one rule does not stand beside another, and what was refused is told', async () => {
  open();
  fireEvent.click(screen.getByRole('button', { name: 'Try it' }));
  await screen.findByTestId('trial-result');
  fireEvent.change(screen.getByLabelText('What the rule says'), { target: { value: 'deny' } });
  expect(screen.queryByTestId('trial-result')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Set this rule' })).toBeNull();
  const error = 'The record is being read for another rule. Try again soon.';
  answer = () => Response.json({ error: { code: 'too_many_requests', message: error } }, { status: 429 });
  fireEvent.click(screen.getByRole('button', { name: 'Try it' }));
  await screen.findByText(error);
  expect(screen.queryByRole('button', { name: 'Set this rule' })).toBeNull();
});

it('what nobody touched stays as it is set: its lock, its hold, its effect, also where that changes meanwhile', async () => {
  const { change } = open(vi.fn(), [STANDS]);
  expect(screen.getByLabelText<HTMLSelectElement>('What the rule says').value).toBe('two_admins');
  expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(true);
  fireEvent.click(screen.getByRole('button', { name: 'Try it' }));
  await screen.findByTestId('trial-result');
  const rule = { server: 'crm', tool: 'contact_delete', effect: 'two_admins', locked: true, critical: true };
  expect(sent.at(-1)).toEqual({ method: 'POST', path: '/api/policy/replay', body: rule });
  change([{ ...STANDS, critical: false }]);
  expect(screen.queryByTestId('trial-result')).toBeNull();
  change([STANDS]);
  fireEvent.change(screen.getByLabelText('What the rule says'), { target: { value: 'deny' } });
  fireEvent.click(screen.getByRole('button', { name: 'Try it' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Set this rule' }));
  await screen.findByText('The rule is set.');
  expect(sent.at(-1)).toEqual({
    method: 'PUT',
    path: '/api/policy',
    body: { ...rule, effect: 'deny', openForHours: 4, holdSeconds: 30 },
  });
});

it('what was chosen for one tool is not said of another', () => {
  open(vi.fn(), [STANDS]);
  fireEvent.change(screen.getByLabelText('What the rule says'), { target: { value: 'deny' } });
  fireEvent.click(screen.getByRole('checkbox'));
  fireEvent.change(screen.getByLabelText('Tool to try a rule for'), { target: { value: '0' } });
  expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(false);
  expect(screen.getByLabelText<HTMLSelectElement>('What the rule says').value).toBe('allow');
});
