/** Runs with sub-agents in a workspace: the model gives the answers scripted for each task, whichever run asks it. */
import { existsSync } from 'node:fs';
import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Database, OpenDatabase } from '@/db/client';
import { newId } from '@/db/ids';
import { schema } from '@/db/schema/all';
import { beginBranch } from '../branches';
import { createChat } from '../chats';
import { driveRun } from '../drive';
import { allLive } from '../follow/live';
import type { RunHarness, Step } from './run-harness';
import { type Ordered, WorkspaceStage } from './workspace-stage';

const { approvals, calls, chats, messages, runs } = schema;

/** The model's steps in the person's run, and in those whose task contains these words. */
export type Scripts = Record<string, Step[]>;

const PERSON = 'person';

export class SubAgentsHarness {
  /** The prompts, by run. */
  private readonly asked = new Map<string, string[]>();
  private readonly offered = new Map<string, string[]>();
  private readonly waiters = new Map<string, () => void>();
  private scripts: Scripts = {};

  private constructor(readonly stage: WorkspaceStage) {}

  static async open(given?: OpenDatabase): Promise<SubAgentsHarness> {
    return new SubAgentsHarness(await WorkspaceStage.open(given));
  }

  get harness(): RunHarness {
    return this.stage.harness;
  }

  get db(): Database {
    return this.harness.deps.db;
  }

  close(): Promise<void> {
    return this.stage.close();
  }

  reset(files: Record<string, string> = {}): void {
    this.stage.reset(files);
    this.asked.clear();
  }

  has(path: string): boolean {
    return existsSync(this.stage.folder.path(path));
  }

  readonly architect = (prompt: string): Ordered => ({ tool: 'architect', input: { prompt } });
  readonly delegate = (taskPrompt: string): Ordered => ({
    tool: 'delegate_task',
    input: { role: 'helper', taskPrompt },
  });
  readonly read = (path: string): Ordered => ({ tool: 'read_file', input: { path } });
  readonly write = (path: string, content = path): Ordered => ({
    tool: 'write_file',
    input: { path, content },
  });
  readonly remove = (path: string): Ordered => ({ tool: 'delete_file', input: { path } });
  readonly list = (path: string): Ordered => ({ tool: 'glob', input: { pattern: `${path}*` } });
  /** A write that does not ask. */
  readonly index = (): Ordered => ({ tool: 'index_workspace', input: {} });
  readonly fetch = (): Ordered => ({ tool: 'web_fetch', input: { url: 'https://example.com/' } });

  /** Lets the web be read without asking. */
  letFetch(): Promise<unknown> {
    return this.harness.rule('web_fetch', { server: 'workspace', effect: 'allow' });
  }

  /** Scripts the model in each run; the step is given by the number of results that the run has read. */
  script(scripts: Scripts): void {
    this.scripts = scripts;
    this.harness.script = (prompt) => {
      const texts = prompt.flatMap((message) =>
        message.role === 'user' ? JSON.stringify(message.content) : [],
      );
      const last = texts.at(-1) ?? '';
      const who = Object.keys(this.scripts).find((task) => last.includes(task)) ?? PERSON;
      const at = prompt
        .slice(prompt.findLastIndex(({ role }) => role === 'user'))
        .filter(({ role }) => role === 'assistant').length;
      this.waiters.get(who)?.();
      this.offered.set(
        who,
        (this.harness.prompts.at(-1)?.tools ?? []).map(({ name }) => name),
      );
      this.asked.set(who, [...(this.asked.get(who) ?? []), JSON.stringify(prompt)]);
      return this.scripts[who]?.[at] ?? { text: `Done, ${who}.` };
    };
  }

  /** The last prompt of the model in that run. */
  readBy(who: string): string {
    return this.asked.get(who)?.at(-1) ?? '';
  }

  /** The tools last offered to the model there. */
  offeredTo(who: string): string[] {
    return this.offered.get(who) ?? [];
  }

  /** Sends a message in a new chat. @returns the chat, once the run has ended or waits */
  async say(
    text: string,
    mode: 'default' | 'yolo' | 'plan' = 'default',
    caller = this.harness.admin,
  ): Promise<string> {
    const chatId = await createChat(this.db, caller, mode);
    await this.harness.say(chatId, text, caller, newId('msg'));
    return chatId;
  }

  /** The same, but only until the model is asked in the run of a task, where it does not answer yet. */
  async begun(
    text: string,
    mode: 'default' | 'yolo',
    task: string,
    caller = this.harness.admin,
  ): Promise<string> {
    const chatId = await createChat(this.db, caller, mode);
    const reached = new Promise<void>((resolve) => this.waiters.set(task, resolve));
    const claimed = await this.harness.begin(chatId, { id: newId('msg'), text }, caller);
    driveRun(this.harness.deps, caller, claimed);
    await reached;
    return chatId;
  }

  /** Resolves when no run is live in this process any more. */
  async rest(): Promise<void> {
    while (allLive().length > 0) await Promise.all(allLive().map(({ done }) => done));
  }

  /** Requests another version of the chat's last answer. */
  async answerAnew(chatId: string): Promise<void> {
    const { deps, admin } = this.harness;
    const answer = (await this.harness.messages(chatId)).at(-1);
    await driveRun(deps, admin, await beginBranch(this.db, admin, chatId, { of: answer?.id ?? '' })).done;
  }

  callsOf(chatId: string) {
    return this.db.select().from(calls).where(eq(calls.chatId, chatId)).orderBy(asc(calls.seq));
  }

  async statesOf(chatId: string): Promise<string[]> {
    return (await this.callsOf(chatId)).map(({ tool, status }) => `${tool} ${status}`);
  }

  /** The places below a chat, in the order in which they were begun. */
  placesOf(chatId: string) {
    return this.db
      .select()
      .from(chats)
      .where(eq(chats.rootId, chatId))
      .orderBy(asc(chats.createdAt), asc(chats.id));
  }

  /** Every run of the tree, topmost first: its depth and state. */
  async runsOf(chatId: string): Promise<string[]> {
    const ids = [chatId, ...(await this.placesOf(chatId)).map(({ id }) => id)];
    const rows = await this.db
      .select()
      .from(runs)
      .where(inArray(runs.chatId, ids))
      .orderBy(asc(runs.depth), asc(runs.createdAt));
    return rows.map(({ depth, status }) => `${depth} ${status}`);
  }

  /** The pending cards anywhere in the tree. */
  async cards(chatId: string) {
    const ids = [chatId, ...(await this.placesOf(chatId)).map(({ id }) => id)];
    const rows = await this.db
      .select()
      .from(approvals)
      .where(inArray(approvals.chatId, ids))
      .orderBy(asc(approvals.requestedAt));
    return rows.filter(({ status }) => status === 'pending');
  }

  async card(chatId: string) {
    const [card] = await this.cards(chatId);
    if (!card) throw new Error('Nothing waits.');
    return card;
  }

  /** The number of runs in the tree that are requested to stop. */
  async requested(chatId: string): Promise<number> {
    const ids = [chatId, ...(await this.placesOf(chatId)).map(({ id }) => id)];
    const rows = await this.db.select().from(runs).where(inArray(runs.chatId, ids));
    return rows.filter(({ stopRequestedAt, status }) => stopRequestedAt !== null || status === 'stopped')
      .length;
  }

  /** Resets the runs down to this depth to the state before their answer after the call was stored. */
  async undoAnswer(chatId: string, depth: number): Promise<void> {
    const ids = [chatId, ...(await this.placesOf(chatId)).map(({ id }) => id)].slice(0, depth + 1);
    for (const id of ids) {
      const [answer] = await this.db
        .select()
        .from(messages)
        .where(and(eq(messages.chatId, id), eq(messages.role, 'assistant')));
      const parts = (answer?.parts ?? []) as { type: string }[];
      const at = parts.findIndex(({ type }) => type === 'call');
      await this.db
        .update(messages)
        .set({ parts: parts.slice(0, at + 1) })
        .where(and(eq(messages.chatId, id), eq(messages.id, answer?.id ?? '')));
    }
    // The lowest call has already received its sub-agent's result; those above have not.
    const open = ids.slice(0, -1);
    if (open.length > 0) {
      const unsaid = { status: 'dispatched' as const, result: null, resultHash: null, endedAt: null };
      await this.db.update(calls).set(unsaid).where(inArray(calls.chatId, open));
    }
  }
}
