/**
 * A server that records its calls, with a tool that deletes and one that shows what exists; the test defines its dry
 * run.
 */
import { and, eq } from 'drizzle-orm';
import type { OpenDatabase } from '@/db/client';
import { schema } from '@/db/schema/all';
import {
  plainTool,
  type Script,
  sendResult,
  startScriptedServer,
} from '@/lib/connections/testing/scripted-server';
import { RunHarness } from '@/lib/runs/testing/run-harness';
import { tryServer } from '@/lib/servers/change-servers';
import { DESTRUCTIVE, READ_ONLY } from '@/mcp/annotations';
import { type FirstRehearsal, rehearseFirst } from '../first-rehearsal';

const text = { type: 'string' };
export const ITEM_GET = plainTool('item_get', {
  annotations: READ_ONLY,
  inputSchema: { type: 'object', properties: { id: text }, required: ['id'] },
});
export const ITEM_DELETE = plainTool('item_delete', {
  annotations: DESTRUCTIVE,
  inputSchema: {
    type: 'object',
    properties: {
      id: text,
      dryRun: { type: 'boolean' },
      options: { type: 'object' },
      list: { type: 'array' },
      mode: { type: 'string', enum: ['real', 'simulate'] },
    },
    required: ['id'],
  },
  _meta: { 'amber/record': { tool: 'item_get', arguments: { id: '$input.id' } } },
});

type Given = Record<string, unknown>;

export class Shop {
  tools: object[] = [ITEM_GET, ITEM_DELETE];
  items: Record<string, Given> = {};
  /** Whether a call of `item_delete` is really carried out. */
  deletes: (given: Given) => boolean = ({ dryRun }) => dryRun !== true;
  /** The answer to a dry run. */
  answers: Script['call'];
  /** Arguments of all calls, by tool, as received. */
  readonly came: { name: string; given: Given; text: string }[] = [];

  private constructor(
    readonly harness: RunHarness,
    readonly opened: OpenDatabase,
    readonly close: () => Promise<unknown>,
  ) {}

  static async open(opened: OpenDatabase, trusted = true): Promise<Shop> {
    let shop: Shop | undefined;
    const there = () => {
      if (!shop) throw new Error('The shop is not open.');
      return shop;
    };
    const server = await startScriptedServer({
      list: () => ({ tools: shop?.tools ?? [ITEM_GET, ITEM_DELETE] }),
      call: (...asked) => there().answer(...asked),
    });
    const harness = await RunHarness.open(opened, [{ name: 'shop', url: server.url, headers: {}, trusted }]);
    await harness.connectionsFor(harness.admin).list({ waitFor: ['shop'] });
    shop = new Shop(harness, opened, () => Promise.all([harness.closeConnections(), server.close()]));
    return shop;
  }

  private answer(...asked: Parameters<NonNullable<Script['call']>>): ReturnType<NonNullable<Script['call']>> {
    const [{ message }, response] = asked;
    const { name, arguments: given } = message.params as { name: string; arguments: Given };
    this.came.push({ name, given, text: JSON.stringify(given) });
    const item = this.items[String(given.id)];
    const tell = (structuredContent: object) =>
      sendResult(response, message, { content: [], structuredContent });
    const refuse = (words: string) =>
      sendResult(response, message, { content: [{ type: 'text', text: words }], isError: true });
    if (name === 'item_get') return item ? tell(item) : refuse('There is no such item.');
    if (this.deletes(given)) delete this.items[String(given.id)];
    else if (this.answers) return this.answers(...asked);
    return item ? tell({ wouldDelete: item.title, rows: 3 }) : refuse('There is no such item.');
  }

  /** Arguments of the calls of `item_delete`. */
  get deletions(): Given[] {
    return this.came.flatMap(({ name, given }) => (name === 'item_delete' ? [given] : []));
  }

  acting(caller = this.harness.admin) {
    return { db: this.opened.db, caller, connections: this.harness.connectionsFor(caller) };
  }

  async review(tool = 'item_delete') {
    const { servers } = await tryServer(this.acting(), 'shop');
    const review = servers.find(({ server }) => server === 'shop')?.reviews.find(({ name }) => name === tool);
    if (!review) throw new Error('There is no such tool.');
    return review;
  }

  async rehearse(said: Partial<FirstRehearsal> = {}, caller = this.harness.admin) {
    const { definitionHash } = await this.review();
    const { signal } = new AbortController();
    const whole = {
      tool: 'item_delete',
      definitionHash,
      argument: 'dryRun',
      value: true,
      arguments: { id: 'a' },
      ...said,
    };
    return rehearseFirst({ ...this.acting(caller), owner: 'test', signal }, 'shop', whole);
  }

  /** Has a model call it, in a chat of its own by default. */
  async ask(input: object, chat?: string) {
    const chatId = chat ?? (await this.harness.chat());
    this.harness.steps({ calls: [{ tool: 'shop__item_delete', input }] }, { text: 'So it is.' });
    await this.harness.say(chatId, 'Do it');
    return { chatId, card: (await this.harness.cards(chatId, 'pending'))[0] };
  }

  async receipts(kind: string) {
    const { receipts } = schema;
    const { teamId } = this.harness.office;
    const isOfTeam = and(eq(receipts.kind, kind), eq(receipts.teamId, teamId));
    const rows = await this.opened.db.select().from(receipts).where(isOfTeam);
    return rows.map(({ body }) => JSON.parse(body) as Record<string, unknown>);
  }
}
