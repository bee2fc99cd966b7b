/**
 * Requests that others wrote for 45 other servers' tools: none can be carried out here, so nothing may be changed, and
 * hardly anything shown.
 */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { demoAdmin } from '@/mcp/testing/demo-admin';
import { Conversation } from './testing/conversation';
import { openDemo } from './testing/demo';

const MESSAGES = 'lib/agent/tool-selection/testing/real-messages.jsonl';

test('nothing is changed, hardly anything shown', async () => {
  const { db, close } = await openDemo();
  const chat = await Conversation.open(await demoAdmin(db));
  const lines = readFileSync(MESSAGES, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
  const messages = lines.flatMap((line) => (JSON.parse(line) as { messages: string[] }).messages);
  const changed: string[] = [];
  const shown: string[] = [];
  for (const message of messages) {
    const { calls, text } = await chat.anew().say(message, 'stub');
    const isRead = ({ tool }: { tool: string }) =>
      chat.turn.tools.some(({ name, risk }) => name === tool && risk === 'read-only');
    const what = `${message} -> ${JSON.stringify(calls)}`;
    if (!calls.every(isRead)) changed.push(what);
    else if (/^\|.*---/m.test(text) || /^\*\*/.test(text)) shown.push(what);
  }
  await close();
  console.log(
    `${messages.length} messages of others: ${changed.length} changed something, ${shown.length} were shown rows`,
  );
  expect(changed).toEqual([]);
  expect(shown.length / messages.length, shown.join('\n')).toBeLessThan(0.02);
});
