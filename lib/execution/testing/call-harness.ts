/** Rows for tests of the ledger: a run in progress, and calls of it in any state. */

import { eq } from 'drizzle-orm';
import type { OpenDatabase } from '@/db/client';
import { newId, randomToken } from '@/db/ids';
import { schema } from '@/db/schema/all';
import type { Caller } from '@/lib/people/caller';
import { findCaller } from '@/lib/store/people';
import type { ConnectedTool } from '@/lib/tools/types';
import { DESTRUCTIVE } from '@/mcp/annotations';
import { Office } from '@/mcp/testing/office';
import { type CallPlace, type CallRow, type NewCall, openCall } from '../ledger';

const TOOL: ConnectedTool = {
  server: 's',
  serverUrl: 'http://127.0.0.1/mcp',
  trusted: true,
  name: 't',
  modelName: 's__t',
  title: 'T',
  description: '',
  inputSchema: { type: 'object' },
  declared: {},
  annotations: DESTRUCTIVE,
  risk: 'destructive',
  definitionHash: 'hash',
  contractHash: 'contract',
};

export class CallHarness {
  private constructor(
    private readonly opened: OpenDatabase,
    readonly caller: Caller,
  ) {}

  static async open(opened: OpenDatabase): Promise<CallHarness> {
    const office = await Office.open(opened.db);
    const caller = await findCaller(opened.db, office.adminId);
    if (!caller) throw new Error('The office has no admin.');
    return new CallHarness(opened, caller);
  }

  get userId(): string {
    return this.caller.userId;
  }

  /** A run of a chat of its own that this process would hold with fence 1. */
  async run(): Promise<CallPlace> {
    const { db } = this.opened;
    const { teamId, userId } = this.caller;
    const chatId = randomToken();
    const runId = randomToken();
    await db.insert(schema.chats).values({ id: chatId, teamId, userId, title: 'Chat' });
    const messages = { userMessageId: 'question', messageId: 'answer' };
    await db.insert(schema.runs).values({ id: runId, chatId, ...messages, status: 'running', owner: 'test' });
    return { caller: this.caller, chatId, runId };
  }

  /** A call in a run of its own, in this state. */
  async call({ status = 'pending', tool = TOOL }: { status?: CallRow['status']; tool?: ConnectedTool }) {
    const { db } = this.opened;
    const input = { a: 1 };
    const row = await openCall(db, await this.run(), { toolCallId: newId('call'), step: 1, tool, input });
    const { calls } = schema;
    const [changed] = await db.update(calls).set({ status }).where(eq(calls.id, row.id)).returning();
    if (!changed) throw new Error('The call is gone.');
    return changed;
  }

  placeOf({ chatId, runId }: CallRow): CallPlace {
    return { caller: this.caller, chatId, runId };
  }

  asMade({ toolCallId }: CallRow): NewCall {
    return { toolCallId, step: 1, tool: TOOL, input: { a: 1 } };
  }
}
