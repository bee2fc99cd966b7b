/** The paths whose statements are counted, each from the arrival of its request, in the same way as its route. */
import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { MockLanguageModelV4 } from 'ai/test';
import type { OpenDatabase } from '@/db/client';
import { newId, randomToken } from '@/db/ids';
import { schema } from '@/db/schema/all';
import { type Count, StatementCount } from '@/db/testing/statements';
import { callerOfSession } from '@/lib/auth/session';
import { serverConfig } from '@/lib/connections/testing/connections';
import type { TestServer } from '@/lib/connections/testing/http-server';
import { plainTool, sendResult, startScriptedServer } from '@/lib/connections/testing/scripted-server';
import { recoverRuns } from '@/lib/housekeeping/recover-runs';
import { releaseHolds } from '@/lib/housekeeping/release-holds';
import type { Caller } from '@/lib/people/caller';
import { linkAllReceipts } from '@/lib/receipts/link';
import type { RunDependencies } from '../dependencies';
import { driveRun, sweepQueues } from '../drive';
import { notifier } from '../follow/notifications';
import { notifyWay } from '../follow/ways/notify';
import { readChat } from '../read-chats';
import { RunHarness, type Step } from './run-harness';

export interface Confirmed extends Count {
  listings: number;
}

export class CountedHarness {
  listings = 0;

  private constructor(
    readonly harness: RunHarness,
    readonly count: StatementCount,
    private readonly session: string,
    private readonly server: { current: TestServer | undefined },
  ) {}

  static async open(opened: OpenDatabase): Promise<CountedHarness> {
    const server = await startScriptedServer({
      list: () => {
        made.listings += 1;
        return { tools: [plainTool('drop', { annotations: { destructiveHint: true } })] };
      },
      call: ({ message }, response) => {
        sendResult(response, message, { content: [{ type: 'text', text: 'done' }] });
      },
    });
    const harness = await RunHarness.open(opened, [serverConfig('s', server.url, { trusted: true })]);
    // As in the app, where other processes may have to be notified.
    const way = notifyWay(opened);
    await notifier.connect(way ? [way] : [], () => {});
    const session = randomToken();
    const expiresAt = new Date(Date.now() + 3_600_000);
    const { userId } = harness.admin;
    await opened.db.insert(schema.sessions).values({ id: randomToken(), token: session, userId, expiresAt });
    const made = new CountedHarness(harness, new StatementCount(opened), session, { current: server });
    return made;
  }

  async close(): Promise<void> {
    // Other test files of this process have databases of their own.
    await notifier.disconnect();
    await this.harness.closeConnections();
    await this.server.current?.close();
    await this.harness.opened.close();
  }

  private async caller(): Promise<Caller> {
    const caller = await callerOfSession(this.harness.deps.db, this.session, { demo: true });
    if (!caller) throw new Error('Nobody is signed in.');
    return caller;
  }

  private async all(): Promise<Count> {
    await this.count.quiet();
    return this.count.now;
  }

  /** How often the answer's log was written since the start. */
  get logged(): number {
    return this.count.texts.filter((text) => text.startsWith('insert into "run_events"')).length;
  }

  /** One message in a chat that already has one. */
  async message(
    steps: Step[],
    deps: RunDependencies = this.harness.deps,
  ): Promise<{ asked: Count; all: Count }> {
    const { harness, count } = this;
    const chatId = await harness.chat();
    harness.steps({ text: 'Hello.' });
    await harness.say(chatId, 'Hello');
    let asked: Count | undefined;
    const left = [...steps];
    harness.script = () => {
      asked ??= count.now;
      return left.shift() ?? { text: 'Done.' };
    };
    await count.quiet();
    count.start();
    const begun = await harness.begin(
      chatId,
      { id: newId('msg'), text: 'What is there?' },
      await this.caller(),
    );
    await driveRun(deps, harness.admin, begun).done;
    const all = await this.all();
    return { asked: asked ?? all, all };
  }

  /** An answer of 200 tokens over this many milliseconds. */
  paced(milliseconds: number): Promise<{ all: Count }> {
    const model = () =>
      new MockLanguageModelV4({ doStream: async () => ({ stream: pacedWords(milliseconds) }) });
    const deps = { ...this.harness.deps, model: () => ({ model: model(), providerOptions: undefined }) };
    return this.message([], deps);
  }

  /** From the click until the call is handed to its server. */
  async confirm(tool: string, input: unknown): Promise<Confirmed> {
    const { harness, count } = this;
    const chatId = await harness.chat();
    harness.steps({ calls: [{ tool, input }] });
    await harness.say(chatId, 'Do it');
    const [card] = await harness.cards(chatId, 'pending');
    if (!card) throw new Error('Nothing was asked.');
    await count.quiet();
    let sent: Confirmed | undefined;
    const noted = harness.notingCalls((name) => {
      if (name === card.tool) sent ??= { ...count.now, listings: this.listings };
    });
    count.start();
    this.listings = 0;
    const session = createHash('sha256').update(this.session).digest('hex');
    await noted.decide(card.id, 'confirm', undefined, await this.caller(), { session });
    await count.quiet();
    if (!sent) throw new Error('Nothing was sent.');
    return sent;
  }

  async readChat(): Promise<Count> {
    const { harness, count } = this;
    const chatId = await harness.chat();
    harness.steps({ calls: [{ tool: 's__drop', input: {} }] });
    await harness.say(chatId, 'Do it');
    await count.quiet();
    count.start();
    await readChat(harness.deps.db, await this.caller(), chatId);
    return this.all();
  }

  /** The work of the timers in `lifecycle.ts` in one second. */
  async idleSecond(): Promise<Count> {
    const { harness, count } = this;
    await linkAllReceipts(harness.deps.db);
    count.start();
    await recoverRuns(harness.deps, false);
    await sweepQueues(harness.deps);
    await releaseHolds(harness.deps);
    for (let quarter = 0; quarter < 4; quarter++) await linkAllReceipts(harness.deps.db);
    return this.all();
  }
}

const WORDS = 200;

function pacedWords(milliseconds: number): ReadableStream<LanguageModelV4StreamPart> {
  const said = words(milliseconds);
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await said.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  });
}

async function* words(milliseconds: number): AsyncGenerator<LanguageModelV4StreamPart> {
  yield { type: 'stream-start', warnings: [] };
  yield { type: 'text-start', id: 't' };
  for (let word = 0; word < WORDS; word++) {
    await pause(milliseconds / WORDS);
    yield { type: 'text-delta', id: 't', delta: ` word${word}` };
  }
  yield { type: 'text-end', id: 't' };
  const usage = {
    inputTokens: { total: 1, noCache: 1, cacheRead: undefined, cacheWrite: undefined },
    outputTokens: { total: WORDS, text: WORDS, reasoning: undefined },
  };
  yield { type: 'finish', finishReason: { unified: 'stop', raw: 'stop' }, usage };
}
