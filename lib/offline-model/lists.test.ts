/** Lists longer than one answer: every row is shown once, in an order that can be seen. */
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import type { CallContext } from '@/mcp/context';
import { demoAdmin } from '@/mcp/testing/demo-admin';
import { ToolsClient } from '@/mcp/testing/tools-client';
import { PAGE } from './saying/list-answer';
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

const REFERENCE = /^\| ((?:INV|D|SO)-\d+) /gm;
const referencesIn = (text: string) => [...text.matchAll(REFERENCE)].map(([, reference = '']) => reference);

/** Every page of an answer, until "more" brings none. */
async function pagesOf(request: string): Promise<string[][]> {
  const pages: string[][] = [];
  for (let message = request; ; message = 'more') {
    const { text } = await chat.say(message);
    const references = referencesIn(text);
    if (references.length === 0) return pages;
    pages.push(references);
  }
}

test.for(['total of unpaid invoices', 'how many invoices are unpaid?', 'the 30 largest invoices'])(
  'a list that was read whole goes on where its answer ended: %s',
  async (request) => {
    const pages = await pagesOf(request);
    const all = pages.flat();
    expect(pages.length).toBeGreaterThan(1);
    expect(pages.slice(0, -1).every(({ length }) => length === PAGE)).toBe(true);
    expect(new Set(all).size).toBe(all.length);
    if (request.includes('30')) return expect(all).toHaveLength(30);
    const { data, meta } = await read('invoices_list', { unpaid: true, limit: 100 });
    expect([all, meta.hasNextPage]).toEqual([data.map(({ reference }) => reference), false]);
  },
);

async function read(tool: string, input: Record<string, unknown>) {
  const { client } = await ToolsClient.connect(demo);
  const { structuredContent } = await client.callTool({ name: tool, arguments: input });
  return structuredContent as { data: { reference: string }[]; meta: { hasNextPage: boolean } };
}

test('lists that are read whole and page by page have pages of one size', async () => {
  const [first = []] = await pagesOf('Show invoices');
  expect(first).toHaveLength(PAGE);
});

test('after a list that was shown whole there is nothing more, and nothing is read', async () => {
  await chat.say('Who is on the team?');
  expect((await chat.say('more')).calls).toEqual([]);
  await chat.say('What is the total of invoice INV-2939?');
  expect((await chat.say('more')).calls).toEqual([]);
});

test('the day that a list of invoices is ordered by stands in it', async () => {
  const day = (heading: string, text: string) => {
    const [head = '', , ...rows] = text.split('\n').filter((line) => line.startsWith('|'));
    const at = head.split(' | ').indexOf(heading);
    return rows.map((row) => Date.parse(`${row.split(' | ')[at]} UTC`)).filter(Number.isFinite);
  };
  const unpaid = day('Issued at', (await chat.say('total of unpaid invoices')).text);
  expect(unpaid.length).toBe(PAGE);
  expect(unpaid).toEqual([...unpaid].sort((a, b) => b - a));
  const overdue = day('Due date', (await chat.say('Show me overdue invoices')).text);
  expect(overdue.length).toBeGreaterThan(1);
  expect(overdue).toEqual([...overdue].sort((a, b) => a - b));
});
