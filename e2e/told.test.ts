/** The search through a test run's telemetry finds what it should find. */
import { expect, it } from 'vitest';
import { Program } from './program';
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

it.each([
  ['as JSON', 'Say "so"\nto Halden', (text: string) => JSON.stringify({ text })],
  [
    'as JSON within JSON',
    'Say "so"\nto Halden',
    (text: string) => JSON.stringify({ text: JSON.stringify({ text }) }),
  ],
  [
    'in ASCII alone',
    'Müller GmbH & Söhne',
    (text: string) => `"${text.replace(/ü/, '\\u00fc').replace(/ö/, '\\u00F6')}"`,
  ],
  ['in an address', 'Müller GmbH & Söhne', (text: string) => `/x?of=${encodeURIComponent(text)}&y`],
  [
    'as base64',
    'Müller GmbH & Söhne',
    (text: string) => `Basic ${Buffer.from(`me:${text}`).toString('base64')} `,
  ],
  [
    'for an address',
    'Müller GmbH & Söhne',
    (text: string) => `?q=${Buffer.from(`{"a":"${text}"}`).toString('base64url')}`,
  ],
  ['over several lines, one of which was told before', 'desk\ndesk\nHalden', (text: string) => text],
  ['as a number', 12345678.5, (number: number) => `{"n":${number}}`],
])('finds what is told %s', (_, what, tell) => {
  const tellIt = tell as (what: string | number) => string;
  for (const kind of ['logs', 'spans'] as const)
    expect(() => assertNothingTold({ ...told, [kind]: `desk\n${tellIt(what)}` }, [what])).toThrow(
      JSON.stringify(what),
    );
});

it('takes no number for a part of another, and no id for words', () => {
  const logs = 'at 1790000012345678000, 12345678.25 and 0.12345678 as e2e0a226abcdefgh4kim';
  expect(() => assertNothingTold({ ...told, logs }, [12345678])).not.toThrow();
});

it('keeps the output of a process in whole lines, however it comes', async () => {
  const said: string[] = [];
  const script = `const out = (at, text) => setTimeout(() => (at % 2 ? process.stderr : process.stdout).write(text), at * 50);
    const bytes = Buffer.from('M\u00fcller GmbH\\nlast');
    out(0, bytes.subarray(0, 2)); out(1, 'an error'); out(2, bytes.subarray(2)); out(3, ' ends\\n');`;
  await Program.start('.', ['-e', script], {}, (text) => said.push(text)).exited;
  expect(said.toSorted()).toEqual(['Müller GmbH\n', 'an error ends\n', 'last\n']);
});
