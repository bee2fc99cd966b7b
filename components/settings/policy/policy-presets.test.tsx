// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { ToolView } from '@/lib/agent/tool-views';
import type { RuleView } from '@/lib/rules/policy-rules';
import { PolicyPresets } from './policy-presets';
import { CONTACT_DELETE } from './testing/sample-tool';

const BASH: ToolView = { ...CONTACT_DELETE, server: 'workspace', name: 'bash', title: 'Run a command' };
const ASKS: RuleView = {
  server: 'workspace',
  tool: 'bash',
  own: false,
  effect: 'ask',
  locked: true,
  critical: false,
  openForHours: null,
  setBy: null,
  setAt: '2026-11-20T12:00:00Z',
};
const pressed = () =>
  screen.getAllByRole('button', { pressed: true }).map((button) => button.textContent ?? '');

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('marks the preset that the rules come to, and sets another with one click', async () => {
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    sent.push([path, init.method, JSON.parse(String(init.body))]);
    return Response.json({ version: 2, rules: [ASKS] });
  });
  const onSaved = vi.fn();
  const { rerender } = render(<PolicyPresets tools={[BASH]} rules={[]} onSaved={onSaved} />);
  expect(pressed()).toEqual(['As declared']);
  fireEvent.click(screen.getByRole('button', { name: 'Confirm commands' }));
  await vi.waitFor(() => expect(onSaved).toHaveBeenCalledWith({ version: 2, rules: [ASKS] }));
  expect(sent).toEqual([['/api/policy/preset', 'PUT', { preset: 'confirm-commands' }]]);
  rerender(<PolicyPresets tools={[BASH]} rules={[ASKS]} onSaved={onSaved} />);
  expect(pressed()).toEqual(['Confirm commands']);
  rerender(<PolicyPresets tools={[BASH]} rules={[{ ...ASKS, effect: 'ask_admin' }]} onSaved={onSaved} />);
  expect(screen.getByText(/set one by one/)).toBeTruthy();
});

it('says why it was refused', async () => {
  vi.stubGlobal('fetch', async () =>
    Response.json({ error: { code: 'forbidden', message: 'Only admins.' } }, { status: 403 }),
  );
  render(<PolicyPresets tools={[BASH]} rules={[]} onSaved={() => {}} />);
  fireEvent.click(screen.getByRole('button', { name: 'Plan' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Only admins.');
});
