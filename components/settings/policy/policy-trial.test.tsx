// @vitest-environment happy-dom
/** A rule under an admin's hands before it holds: what is asked, what is told, and that only the button sets it. */
import { cleanup, configure, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ToolView } from '@/lib/agent/tool-views';
import type { Replayed } from '@/lib/replay/replay-view';
import { DESTRUCTIVE } from '@/mcp/annotations';
import { PolicyTrial } from './policy-trial';

configure({ asyncUtilTimeout: 30_000 });

const TOOL: ToolView = {
  ...{ server: 'crm', name: 'contact_delete', title: 'Delete contact', trusted: true, risk: 'destructive' },
  ...{ annotations: DESTRUCTIVE, resolved: DESTRUCTIVE, policy: 'ask', rule: 'destructive' },
  ...{ reason: 'Destructive calls ask.', critical: false },
};
const FOUND: Replayed = {
  ...{ calls: 12, more: 0, less: 9, stricter: 0, softer: 0, refused: 0, freed: 0, unjudged: 3 },
  cancelledButRun: {
    count: 70,
    listed: [
      {
        ...{ id: 'c1', at: '2026-11-20T12:00:00.000Z', server: 'crm', tool: 'contact_delete' },
        ...{ title: 'Delete\u202e contact', who: null, input: '{"id":"c-1"}' },
      },
    ],
  },
  confirmedButRefused: { count: 0, listed: [] },
  ...{ since: '2026-08-25T12:00:00.000Z', isCut: false },
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

function open(onSaved = vi.fn()) {
  render(<PolicyTrial tools={[TOOL]} rules={[]} onSaved={onSaved} />);
  expect(screen.queryByRole('button')).toBeNull();
  const details = screen.getByTestId<HTMLDetailsElement>('policy-trial');
  details.open = true;
  fireEvent(details, new Event('toggle'));
  fireEvent.change(screen.getByLabelText('Tool to try a rule for'), { target: { value: '1' } });
  return onSaved;
}

it('tells what the rule would have done, lists what a person had cancelled, and sets it only by its button', async () => {
  const onSaved = open();
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
