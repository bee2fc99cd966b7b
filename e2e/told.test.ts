/** The search through what a test run told its operators finds what it is to find. */
import { expect, it } from 'vitest';
import { assertNothingTold } from './told';

const told = { logs: '{"message":"a call"}\nready', metrics: 'amber_calls 1', spans: 'tools/call\ndesk' };
const planted = ['Halden Foods Ltd', 'short'];

it('passes what tells nothing that was planted, or nothing at all', () => {
  expect(() => assertNothingTold(told, planted)).not.toThrow();
  expect(() => assertNothingTold({ logs: '', metrics: '', spans: '' }, planted)).not.toThrow();
});

it.each(['logs', 'metrics', 'spans'] as const)('finds it in %s, and a mail address', (kind) => {
  const more = (text: string) => ({ ...told, [kind]: `${told[kind]}\n${text}` });
  expect(() => assertNothingTold(more('id="Halden Foods Ltd"'), planted)).toThrow(
    `${kind}: "Halden Foods Ltd"`,
  );
  expect(() => assertNothingTold(more('to kim@halden.example now'), planted)).toThrow('kim@halden.example');
  expect(() => assertNothingTold({ ...told, [kind]: '' }, planted)).toThrow(`Nothing was told by ${kind}`);
});
