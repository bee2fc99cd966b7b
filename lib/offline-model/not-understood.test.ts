/** Requests that are not carried out: what is said leads to something that works. */
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import type { CallContext } from '@/mcp/context';
import { demoAdmin } from '@/mcp/testing/demo-admin';
import { examplesIn } from './saying/examples';
import { Conversation } from './testing/conversation';
import { openDemo } from './testing/demo';

let database: OpenDatabase;
let demo: CallContext;
let chat: Conversation;

beforeAll(async () => {
  database = await openDemo();
  demo = await demoAdmin(database.db);
  return () => database.close();
});

beforeEach(async () => {
  chat = await Conversation.open(demo);
});

test.for([
  'mark invoice INV-2940 as paid',
  'Delete all inactive customers',
  'Who are our best customers?',
  'Book a flight to Paris',
  'Lösche Kunde Halden Optics',
])('%s: nothing is called, and a few examples are given', async (request) => {
  const { calls, text } = await chat.say(request);
  expect(calls).toEqual([]);
  const lines = examplesIn(text.trim())?.lines ?? [];
  expect(lines.length).toBeGreaterThan(1);
  expect(lines.length).toBeLessThan(5);
});

test('who asks what it can do is given all examples', async () => {
  const few = examplesIn((await chat.say('mark invoice INV-2940 as paid')).text.trim())?.lines ?? [];
  const [whole = ''] = few.at(-1) ?? [];
  const all = examplesIn((await chat.say(whole)).text.trim())?.lines ?? [];
  expect(all.flat().length).toBeGreaterThan(20);
});

test('which are best is a judgement, and nobody’s name', async () => {
  const { text } = await chat.say('Who are our best customers?');
  expect(text).toContain('“best”');
  expect(text).not.toContain('I found no');
});

test.for([
  ['cancel order SO-1586 and cancel order SO-1587', 'order_cancel'],
  ['cancel SO-1586 and SO-1587', 'order_cancel'],
  ['delete drafts D-0117 and D-0118', 'invoice_delete'],
])(
  'of two in one request none is touched, and each is asked for alone by what is said: %s',
  async ([request = '', tool]) => {
    const { calls, text } = await chat.say(request);
    expect(calls).toEqual([]);
    const alone = [...text.matchAll(/“([^”]+)”/g)].map(([, words = '']) => words);
    expect(alone).toHaveLength(2);
    for (const words of alone) {
      const made = (await chat.anew().say(words, 'stub')).calls;
      expect(made.at(-1)?.tool, words).toBe(tool);
    }
  },
);
