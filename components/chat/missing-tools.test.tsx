// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { AmberMessage } from '@/lib/runs/chat-view';
import { MissingTools } from './missing-tools';

type Part = AmberMessage['parts'][number];

const text = 'Some tools are missing. ads: It is away. crm: It\u202e said no.';
const reasons = [
  { server: 'ads', why: 'It is away.' },
  { server: 'crm', why: 'It\u202e said no.' },
];
const notice = (more: object = {}): Part => ({
  type: 'data-notice',
  id: 'problems',
  data: { text, ...more },
});
const said: Part = { type: 'text', text: 'Well.', state: 'done' };
let nth = 0;
const message = (role: 'user' | 'assistant', ...parts: Part[]): AmberMessage => ({
  id: `m${++nth}`,
  role,
  parts,
});
const show = (...messages: AmberMessage[]) => render(<MissingTools messages={messages} />).container;

afterEach(cleanup);

it('says once whose tools are missing, with a line for each server, as long as the newest answer lacked them', () => {
  const known = message('assistant', notice({ reasons, isKnown: true }), said);
  show(message('user', said), message('assistant', notice({ reasons }), said), message('user', said), known);
  const note = screen.getByTestId('missing-tools');
  expect(note.hasAttribute('open')).toBe(false);
  expect(note.querySelector('summary')?.textContent).toBe('Tools of 2 servers are not available');
  expect([...note.querySelectorAll('li')].map((line) => line.textContent)).toEqual([
    'ads: It is away.',
    'crm: ItU+202E said no.',
  ]);
});

it('says a sentence to those who may not know why', () => {
  const container = show(message('assistant', notice(), said));
  expect(container.textContent).toContain('Some tools are missing.');
  expect(screen.queryByTestId('missing-tools')).toBeNull();
});

it('says nothing once an answer had them all, and stays while the next one begins', () => {
  const lacked = message('assistant', notice({ reasons }), said);
  expect(show(lacked, message('user', said), message('assistant', said)).textContent).toBe('');
  expect(show(lacked, message('user', said), message('assistant')).textContent).toContain('2 servers');
  expect(show(message('user', said)).textContent).toBe('');
});
