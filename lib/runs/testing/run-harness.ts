/**
 * Runs for a test: a real database, our own tools over MCP in process, and a model that says what the test scripted.
 * Only the model is not real.
 */
import type { LanguageModelV4CallOptions, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { MockLanguageModelV4 } from 'ai/test';
import { asc, eq } from 'drizzle-orm';
import type { OpenDatabase } from '@/db/client';
import { newId, randomToken } from '@/db/ids';
import { schema } from '@/db/schema/all';
import { listApprovals } from '@/lib/approvals/approval-list';
import type { Decision } from '@/lib/approvals/decision';
import { setRule } from '@/lib/approvals/policy-settings';
import { createConnections } from '@/lib/connections/connect';
import { ownServer } from '@/lib/connections/own-server';
import type { FurtherServer, ServerSource } from '@/lib/connections/pool';
import { recoverRuns } from '@/lib/housekeeping/recover-runs';
import type { Caller } from '@/lib/people/caller';
import type { PolicyRule, PolicyView } from '@/lib/rules/policy-rules';
import { ServerBook } from '@/lib/servers/book';
import type { ServedConnections } from '@/lib/servers/served-connections';
import { findCaller } from '@/lib/store/people';
import type { NewMessage } from '@/lib/store/queue';
import type { ServerConfig } from '@/lib/transport/server-config';
import type { Resolution, UnknownCallView } from '@/lib/unknowns/unknown-call-view';
import { Office } from '@/mcp/testing/office';
import { beginRun, type ClaimedRun } from '../begin';
import type { AmberMessage } from '../chat-view';
import { createChat } from '../chats';
import { decideAndGo, resolveAndGo } from '../decide-and-go';
import type { RunDependencies } from '../dependencies';
import { driveRun } from '../drive';
import { allLive, type Chunk } from '../follow/live';
import { readChat } from '../read-chats';
import { readRows, shownTo } from '../read-messages';
import { stepUpAt } from './step-up';

/** The model's output in one step. */
export interface Step {
  text?: string;
  calls?: { tool: string; input: unknown }[];
  /** The model's stream breaks off with this error. */
  error?: string;
  /** Awaited before the output. */
  hold?: Promise<unknown>;
}

/** Returns the next step, given the model's prompt. */
export type Script = (prompt: LanguageModelV4CallOptions['prompt']) => Step;

const USAGE = {
  inputTokens: { total: 1, noCache: 1, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 1, text: 1, reasoning: undefined },
};

/** A rule that sets nothing. */
export const NOTHING_SAID = {
  ...{ own: false, effect: null, locked: false, critical: false, openForHours: null },
} satisfies Partial<PolicyRule>;

const SECRET = 'a secret for tests only, long enough';

type Servers = ServerConfig[] | ServerSource;

export class RunHarness {
  script: Script = () => ({ text: 'Nothing is scripted.' });
  /** Ids for the next calls; further ones get generated ids. */
  callIds: string[] = [];
  /** The model's prompts, newest last. */
  readonly prompts: LanguageModelV4CallOptions[] = [];

  private constructor(
    readonly opened: OpenDatabase,
    readonly office: Office,
    readonly admin: Caller,
    readonly deps: RunDependencies,
    /** As the code that manages the servers uses them. */
    readonly connectionsFor: (caller: Caller) => ServedConnections,
    /** Ends the servers that are programs. */
    readonly closeConnections: () => Promise<void>,
  ) {}

  /**
   * @param servers besides our own; a source is queried at every use
   * @param offers how many tools the model is offered; all of them by default
   * @param further servers of ours besides the first
   */
  static async open(
    opened: OpenDatabase,
    servers: Servers = [],
    offers: RunDependencies['offers'] = { offerAllUpTo: Number.POSITIVE_INFINITY },
    further: readonly FurtherServer[] = [],
  ): Promise<RunHarness> {
    const office = await Office.open(opened.db);
    const admin = await findCaller(opened.db, office.adminId);
    if (!admin) throw new Error('The office has no admin.');
    return RunHarness.of({ opened, office, admin }, servers, offers, further);
  }

  /** The same team in a process that has just started: it has only the state in the database. */
  again(servers: Servers, further: readonly FurtherServer[] = []): RunHarness {
    return RunHarness.of(this, servers, this.deps.offers, further);
  }

  /** The same team as another process sees it, over connections of its own to the same database. */
  on(opened: OpenDatabase): RunHarness {
    const { office, admin, deps } = this;
    return RunHarness.of({ opened, office, admin }, [], deps.offers);
  }

  /** The same, but `note` is called before each call is handed to its server. */
  notingCalls(note: (tool: string) => void): RunHarness {
    return this.connecting(({ call }) => ({
      call: (tool, ...more) => {
        note(tool.name);
        return call(tool, ...more);
      },
    }));
  }

  /** The same, with some methods of the connections replaced. */
  connecting(otherWays: (connections: ServedConnections) => Partial<ServedConnections>): RunHarness {
    const connectionsFor = (caller: Caller) => {
      const connections = this.connectionsFor(caller);
      const others = otherWays(new Proxy<ServedConnections>(connections, { get: bound }));
      return new Proxy(connections, { get: (target, key) => bound(key in others ? others : target, key) });
    };
    const { opened, office, admin, deps, closeConnections } = this;
    return new RunHarness(
      opened,
      office,
      admin,
      { ...deps, connectionsFor },
      connectionsFor,
      closeConnections,
    );
  }

  private static of(
    { opened, office, admin }: Pick<RunHarness, 'opened' | 'office' | 'admin'>,
    servers: Servers,
    offers: RunDependencies['offers'],
    further: readonly FurtherServer[] = [],
  ): RunHarness {
    const { db } = opened;
    const own = ownServer(() => office.context());
    const book = new ServerBook(() => db, SECRET);
    // Starting an embedded database can delay a busy machine for longer than a listing may usually take.
    const patience = { patienceMs: 60_000, listingTimeoutMs: 60_000 };
    const pool = createConnections({ own, further, servers, book, ...patience });
    const connectionsFor = (caller: Caller) => pool.connectionsFor(caller);
    const deps: RunDependencies = {
      ...{ db, offers, connectionsFor },
      model: () => ({ model: harness.model(), providerOptions: undefined }),
    };
    const harness = new RunHarness(opened, office, admin, deps, connectionsFor, () => pool.close());
    return harness;
  }

  /** Scripts the model by step: the first entry answers the first request of the turn, and so on. */
  steps(...steps: Step[]): void {
    let next = 0;
    this.script = () => steps[next++] ?? { text: 'Done.' };
  }

  async person(role: Caller['role']): Promise<Caller> {
    const { id } = await this.office.addMember(role);
    const caller = await findCaller(this.deps.db, id);
    if (!caller) throw new Error('The person was not added.');
    return caller;
  }

  chat(caller: Caller = this.admin): Promise<string> {
    return createChat(this.deps.db, caller);
  }

  /** Sends a message and waits until the segment is stored; returns what was streamed. */
  async say(chatId: string, text: string, caller: Caller = this.admin, id = newId('msg')): Promise<Chunk[]> {
    const live = driveRun(this.deps, caller, await this.begin(chatId, { id, text }, caller));
    await live.done;
    return live.chunks;
  }

  /** Claims the run of a message that need not be queued. */
  async begin(chatId: string, message: NewMessage, caller: Caller = this.admin): Promise<ClaimedRun> {
    const begun = await beginRun(this.deps.db, caller, chatId, message);
    if ('queued' in begun) throw new Error('The message was queued.');
    return begun;
  }

  /** Decides as the route does, and waits until the run is stored if it continued. */
  async decide(
    approvalId: string,
    decision: 'confirm' | 'cancel',
    reason?: string,
    caller: Caller = this.admin,
    {
      session,
      ...more
    }: Pick<Decision, 'password' | 'code' | 'passkey' | 'grant'> & { session?: string } = {},
  ): Promise<string> {
    const { signal } = new AbortController();
    const deciding = { caller, signal, session, stepUp: stepUpAt(this.deps.db) };
    const { decided, live } = await decideAndGo(this.deps, deciding, {
      approvalId,
      decision,
      reason,
      ...more,
    });
    await live?.done;
    return decided.status;
  }

  /** Sets a rule about the server `s`; omitted fields set nothing. */
  rule(tool: string | null, more: Partial<PolicyRule>, by: Caller = this.admin): Promise<PolicyView> {
    return setRule(this.deps.db, by, { ...NOTHING_SAID, server: 's', tool, ...more });
  }

  /** Resolves a call as the route does, and waits until the run is stored if it continued. */
  async resolve(callId: string, resolution: Resolution, caller: Caller = this.admin): Promise<boolean> {
    const { goesOn, live } = await resolveAndGo(this.deps, { caller }, callId, resolution);
    await live?.done;
    return goesOn;
  }

  /** The cards of calls whose outcome is unknown, as the page gets them. */
  async unknownCalls(chatId: string, reader: Caller = this.admin): Promise<UnknownCallView[]> {
    const chat = await readChat(this.deps.db, reader, chatId);
    const parts = chat?.messages.flatMap((message) => message.parts) ?? [];
    return parts.flatMap((part) => (part.type === 'data-doubt' ? [part.data] : []));
  }

  /** What a process does with the runs of a dead one; waits until they are stored. */
  async recover(): Promise<void> {
    await recoverRuns(this.deps, false);
    await Promise.all(allLive().map((live) => live.done));
  }

  async cards(chatId: string, status?: 'pending', reader = this.admin) {
    const { approvals: all } = await listApprovals(this.deps.db, reader, { status });
    return all.filter((card) => card.chatId === chatId).reverse();
  }

  async messages(chatId: string): Promise<AmberMessage[]> {
    const { db } = this.deps;
    const reading = { reader: this.admin, owner: this.admin.userId, answers: false };
    return shownTo(db, chatId, reading, (await readRows(db, chatId)).messages);
  }

  async runs(chatId: string): Promise<string[]> {
    const { runs } = schema;
    const rows = await this.deps.db
      .select({ status: runs.status })
      .from(runs)
      .where(eq(runs.chatId, chatId))
      .orderBy(asc(runs.createdAt));
    return rows.map((row) => row.status);
  }

  private model(): MockLanguageModelV4 {
    return new MockLanguageModelV4({
      doStream: async (options) => {
        this.prompts.push(options);
        const step = this.script(options.prompt);
        await step.hold;
        return { stream: streamOf(step, () => this.callIds.shift() ?? `call_${randomToken()}`) };
      },
    });
  }
}

/** Methods are bound to the original. */
function bound(target: object, key: string | symbol): unknown {
  const value: unknown = Reflect.get(target, key);
  return typeof value === 'function' ? value.bind(target) : value;
}

function streamOf(step: Step, newId: () => string): ReadableStream<LanguageModelV4StreamPart> {
  const parts: LanguageModelV4StreamPart[] = [{ type: 'stream-start', warnings: [] }];
  if (step.text) {
    parts.push({ type: 'text-start', id: 't' });
    for (const delta of step.text.match(/\s*\S+/g) ?? []) parts.push({ type: 'text-delta', id: 't', delta });
    parts.push({ type: 'text-end', id: 't' });
  }
  for (const { tool, input } of step.calls ?? []) {
    const toolCallId = newId();
    parts.push({ type: 'tool-call', toolCallId, toolName: tool, input: JSON.stringify(input) });
  }
  if (step.error) parts.push({ type: 'error', error: new Error(step.error) });
  const unified = step.calls?.length ? 'tool-calls' : 'stop';
  parts.push({ type: 'finish', finishReason: { unified, raw: unified }, usage: USAGE });
  return new ReadableStream({
    start(controller) {
      for (const part of parts) controller.enqueue(part);
      controller.close();
    },
  });
}
