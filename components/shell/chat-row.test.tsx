// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { ChatStatus } from '@/lib/runs/chat-view';
import { StatusMark } from './chat-row';

afterEach(cleanup);

const said = (status: ChatStatus, waits: boolean) =>
  render(<StatusMark chat={{ status, waits }} />).container.textContent;

it('marks a chat in which something waits for a person, whatever became of its run', () => {
  for (const status of ['idle', 'running', 'waiting', 'failed'] as const) {
    expect(said(status, true)).toBe(', waits for you');
    cleanup();
  }
});

it('marks one that runs or has failed, and no other', () => {
  expect([said('running', false), said('failed', false), said('idle', false)]).toEqual([
    ', is answering',
    ', the last answer failed',
    '',
  ]);
});
