/** A `RunHarness` with servers that ask questions during calls, and a person who answers. */
import { eq, sql } from 'drizzle-orm';
import type { OpenDatabase } from '@/db/client';
import { newId } from '@/db/ids';
import { schema } from '@/db/schema/all';
import {
  type AskingServer,
  NAME_FORM,
  startAskingServer,
  startOlderAskingServer,
} from '@/lib/connections/testing/asking-servers';
import { serverConfig } from '@/lib/connections/testing/connections';
import type { ElicitationView } from '@/lib/elicitation/elicitation-view';
import { formsById, openForm } from '@/lib/elicitation/form-rows';
import { questionFrom } from '@/lib/elicitation/question';
import { advance, type CallRow, openCall } from '@/lib/execution/ledger';
import type { Caller } from '@/lib/people/caller';
import { answerForm, type FormReply } from '../answer-form';
import { driveRun } from '../drive';
import { EventLog } from '../follow/event-log';
import { announce } from '../follow/events';
import type { Live } from '../follow/live';
import { readChat } from '../read-chats';
import { RunHarness } from './run-harness';

const { calls, elicitations } = schema;

export type FormRow = typeof elicitations.$inferSelect;

export class FormHarness {
  private constructor(
    readonly opened: OpenDatabase,
    readonly harness: RunHarness,
    readonly newer: AskingServer,
    readonly older: AskingServer,
  ) {}

  /** The servers `new` and `old` are trusted; `wild` speaks the newer revision and is not. */
  static async open(opened: OpenDatabase): Promise<FormHarness> {
    const [newer, older] = [await startAskingServer(), await startOlderAskingServer()];
    const harness = await RunHarness.open(opened, [
      serverConfig('new', newer.url, { trusted: true }),
      serverConfig('old', older.url, { trusted: true }),
      serverConfig('wild', newer.url),
    ]);
    return new FormHarness(opened, harness, newer, older);
  }

  async close(): Promise<void> {
    await this.harness.closeConnections();
    await Promise.all([this.newer.close(), this.older.close()]);
    await this.opened.close();
  }

  /** Prepares the next test: sets what the servers ask, and clears what they have received. */
  ask(...questions: Record<string, unknown>[]): void {
    for (const server of [this.newer, this.older]) {
      server.questions.splice(0, server.questions.length, ...questions);
      server.answers.length = 0;
      server.executed.length = 0;
    }
  }

  /** Has the model call the tool in a chat of its own; the run goes on. */
  async begin(tool: string, caller: Caller = this.harness.admin): Promise<{ chatId: string; live: Live }> {
    const chatId = await this.harness.chat(caller);
    this.harness.steps({ calls: [{ tool, input: {} }] });
    const begun = await this.harness.begin(chatId, { id: newId('msg'), text: 'Do it' }, caller);
    return { chatId, live: driveRun(this.harness.deps, caller, begun) };
  }

  /** A run whose process died while it waited for the answer to a form of this tool. */
  async left(modelName: string): Promise<{ chatId: string; form: FormRow }> {
    const { harness, opened } = this;
    const { db } = opened;
    const caller = harness.admin;
    const tool = (await harness.deps.connectionsFor(caller).list()).tools.find(
      (one) => one.modelName === modelName,
    );
    if (!tool) throw new Error(`No tool ${modelName}`);
    const chatId = await harness.chat();
    const { run } = await harness.begin(chatId, { id: newId('msg'), text: 'Do it' });
    const call = { toolCallId: newId('call'), step: 1, tool, input: {} };
    const row = await openCall(db, { caller, chatId, runId: run.id }, call);
    const sent = await advance(db, row, ['claimed', 'dispatched']);
    if (!sent) throw new Error('The call was not sent.');
    const asking = { row: sent, fence: run.fence, until: Date.now() + 900_000 };
    const form = await openForm(db, asking, questionFrom(NAME_FORM));
    if (typeof form === 'string') throw new Error(form);
    const log = new EventLog(db, run);
    log.add({ type: 'start-step' });
    const made = { toolCallId: call.toolCallId, toolName: modelName, input: {}, dynamic: true };
    log.add({ type: 'tool-input-available', ...made });
    const [data] = (await formsById(db, null, [form.id])).values();
    if (data) log.add({ type: 'data-elicitation', id: form.id, data });
    await log.flush();
    const dead = { owner: 'dead', heartbeatAt: sql`now() - interval '1 minute'` };
    await db.update(schema.runs).set(dead).where(eq(schema.runs.id, run.id));
    return { chatId, form };
  }

  rows(chatId: string): Promise<FormRow[]> {
    const { db } = this.opened;
    return db
      .select()
      .from(elicitations)
      .where(eq(elicitations.chatId, chatId))
      .orderBy(elicitations.askedAt, elicitations.id);
  }

  /** The chat's nth form, once it is open. */
  async openForm(chatId: string, nth = 0): Promise<FormRow> {
    for (;;) {
      const row = (await this.rows(chatId))[nth];
      if (row?.status === 'open') return row;
      if (row) throw new Error(`The form is ${row.status}.`);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  async calls(chatId: string): Promise<CallRow[]> {
    return this.opened.db.select().from(calls).where(eq(calls.chatId, chatId)).orderBy(calls.seq);
  }

  /** Like the route. */
  async answer(id: string, said: FormReply, caller: Caller = this.harness.admin): Promise<string> {
    const { status, chatId } = await answerForm({ db: this.opened.db, caller }, id, said);
    await announce(this.opened.db, chatId);
    return status;
  }

  /** The forms as this reader's page gets them. */
  async shown(chatId: string, reader: Caller = this.harness.admin): Promise<ElicitationView[]> {
    const chat = await readChat(this.opened.db, reader, chatId);
    const parts = chat?.messages.flatMap((message) => message.parts) ?? [];
    return parts.flatMap((part) => (part.type === 'data-elicitation' ? [part.data] : []));
  }

  /** The receipts about the chat's forms. */
  async receipts(chatId: string): Promise<{ kind: string; body: Record<string, unknown> }[]> {
    const rows = await this.opened.db.select().from(schema.receipts).orderBy(schema.receipts.id);
    return rows
      .map(({ kind, body }) => ({ kind, body: JSON.parse(body) as Record<string, unknown> }))
      .filter(({ kind, body }) => kind.startsWith('form ') && body.chat === chatId);
  }
}
