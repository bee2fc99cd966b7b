/** The harness of the hostile cases detects what it is supposed to detect. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testDatabases } from '@/db/testing/databases';
import { HostileHarness, mustAsk } from './testing/hostile-harness';

const TOOL = { name: 'drop', inputSchema: { type: 'object' } };
const [database] = testDatabases;
let hostile: HostileHarness;

beforeAll(async () => {
  if (!database) throw new Error('There is no database to test on.');
  hostile = await HostileHarness.open(database.open);
});
afterAll(() => hostile.close());

it('counts what runs without a decision, with another’s, or a second time by the same', async () => {
  const stage = await hostile.stage({ wild: [TOOL] });
  const connections = hostile.harness.connectionsFor(hostile.harness.admin);
  const [tool] = (await stage.listed()).filter(({ server }) => server === stage.serverName('wild'));
  if (!tool) throw new Error('It is not listed.');
  const send = (input: object, callId: string) =>
    connections.call(tool, input, new AbortController().signal, { callId, onSend: () => {} });
  await send({}, 'of nobody');
  expect(hostile.undecided).toHaveLength(1);
  await stage.say('Do it.', [{ on: 'wild', tool: 'drop', args: { id: 1 } }]);
  await stage.decideAll('confirm');
  expect(hostile.undecided).toHaveLength(1);
  const { callId = '' } = stage.ran.at(-1) ?? {};
  await send({ id: 1 }, callId);
  expect(hostile.undecided.at(-1)).toContain('used before');
  await stage.say('Again.', [{ on: 'wild', tool: 'drop', args: { id: 2 } }]);
  await stage.decideAll('cancel');
  await send({ id: 2 }, callId);
  expect(hostile.undecided).toHaveLength(3);
});

it('counts what is asked of elsewhere, and stops what would leave this machine', async () => {
  const text = hostile.foreign.rewritten({ to: 'see http://evil.example/x and www.evil.example' });
  expect(text.to).not.toContain('http://evil');
  await fetch(`http://${hostile.foreign.host}/x`);
  await expect(fetch('http://198.51.100.7/y')).rejects.toThrow();
  await expect(fetch('http://evil.example/z')).rejects.toThrow();
  expect(hostile.foreign.seen).toEqual(['elsewhere/x', '198.51.100.7:80', 'evil.example:80']);
});

it('knows by itself what must ask', () => {
  const asks = (annotations: unknown, tainted = false) => mustAsk({ annotations }, tainted);
  expect(asks(undefined)).toBe(true);
  expect(asks({ readOnlyHint: true })).toBe(false);
  expect(asks({ readOnlyHint: true, destructiveHint: true })).toBe(true);
  expect(asks({ readOnlyHint: 'true' })).toBe(true);
  expect(asks({ destructiveHint: false })).toBe(false);
  expect(asks({ destructiveHint: false }, true)).toBe(true);
});
