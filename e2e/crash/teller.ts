/**
 * The person in the story: asks, confirms every card, and resolves calls whose outcome is unknown by the tool server's
 * own list. Never gives up: requests that a dead process did not answer are repeated.
 */
import type { App } from '../app.ts';
import type { RecordingMcp } from '../servers/recording-mcp.ts';
import type { Session } from '../session.ts';

/** How a story ended for the person. */
interface Ending {
  /** Tools whose confirmation was acknowledged. */
  confirmed: ReadonlySet<string>;
  /** Calls that were shown as unknown. */
  unknown: number;
  isOver: boolean;
  /** Whether a held call was taken back, according to the server; `tried`: it had run, or the response was lost. */
  back: 'taken back' | 'tried' | null;
}

const PATIENCE_MS = 60_000;

interface Story {
  chatId: string;
  messageId: string;
  confirmed: Set<string>;
  unknown: Set<string>;
  back: Ending['back'];
  /** For a call to be undone: the order was accepted, or nothing is left to order. */
  isOrdered: boolean;
}

export class Teller {
  private readonly stories = new Map<string, Story>();

  private readonly desk: RecordingMcp;
  private readonly member: Session;

  private constructor(desk: RecordingMcp, member: Session) {
    this.desk = desk;
    this.member = member;
  }

  static async start(app: Pick<App, 'signIn'>, desk: RecordingMcp, account = 'member'): Promise<Teller> {
    return new Teller(desk, await app.signIn(account));
  }

  /**
   * Asks, and continues as far as the process allows.
   * @returns `ended` when the story is over or the process is gone; `stop` ends the asking
   */
  tell(story: string): { ended: Promise<unknown>; stop(): void } {
    let isStopped = false;
    const ended = this.go(story, () => isStopped).catch(() => {});
    return {
      ended,
      stop: () => {
        isStopped = true;
      },
    };
  }

  /** Continues a story until it is over. */
  async finish(story: string): Promise<Ending> {
    const until = Date.now() + PATIENCE_MS;
    let isOver = false;
    while (!isOver && Date.now() < until) {
      isOver = await this.go(story, () => Date.now() > until).catch(() => false);
      if (!isOver) await new Promise((resolve) => setTimeout(resolve, 50));
    }
    const told = this.stories.get(story);
    const { confirmed = new Set<string>(), unknown, back = null } = told ?? {};
    return { confirmed, unknown: unknown?.size ?? 0, isOver, back };
  }

  /** @returns whether the story has ended */
  private async go(story: string, isStopped: () => boolean): Promise<boolean> {
    const told = await this.begin(story);
    while (!isStopped()) {
      const chat = await this.member.chat(told.chatId);
      if (chat.messages.length === 0) await this.send(told, story);
      else if (chat.status === 'failed') return true;
      else if (chat.status === 'idle' && story.startsWith('undo') && !told.isOrdered) {
        await this.order(told, chat);
      } else if (chat.status === 'idle') return true;
      else if (chat.status === 'waiting') await this.decide(told, story, chat);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return false;
  }

  private async begin(story: string): Promise<Story> {
    const known = this.stories.get(story);
    if (known) return known;
    const chatId = await this.member.newChat();
    const told = {
      chatId,
      messageId: `m${this.stories.size}`,
      confirmed: new Set<string>(),
      unknown: new Set<string>(),
      back: null,
      isOrdered: false,
    };
    this.stories.set(story, told);
    return told;
  }

  private async send({ chatId, messageId }: Story, story: string): Promise<void> {
    const response = await this.member.fetch('POST', '/api/chat', {
      chatId,
      message: { id: messageId, text: story },
    });
    await response.body?.cancel();
  }

  private async decide(
    told: Story,
    story: string,
    chat: Awaited<ReturnType<Session['chat']>>,
  ): Promise<void> {
    const below = await this.member.pendingBelow(told.chatId);
    for (const card of [...(await this.member.pending(told.chatId)), ...below.approvals]) {
      const answer = await this.member.decide(card.id, 'confirm');
      if (answer.status === 200) told.confirmed.add(card.tool);
    }
    if (story.endsWith('back')) await this.takeBack(told);
    const here = chat.messages.flatMap(({ parts }) =>
      parts.flatMap((part) =>
        part.type === 'data-doubt' && part.data.resolution === null ? [part.data] : [],
      ),
    );
    for (const { callId, tool } of [...here, ...below.unknownCalls]) {
      told.unknown.add(callId);
      const happened = this.desk.of(tool).some(({ input }) => input.story === story);
      await this.member.call('POST', `/api/calls/${callId}`, { resolution: happened ? 'happened' : 'rerun' });
    }
  }

  /** Takes back the held call; an unacknowledged attempt is repeated. */
  private async takeBack(told: Story): Promise<void> {
    const { body } = await this.member.call<{ approvals: { id: string; chatId: string }[] }>(
      'GET',
      '/api/approvals?status=held&limit=100',
    );
    for (const { id } of body.approvals.filter(({ chatId }) => chatId === told.chatId)) {
      told.back ??= 'tried';
      const { status } = await this.member.call('POST', `/api/approvals/${id}/take-back`);
      if (status === 200) told.back = 'taken back';
    }
  }

  /** Orders the created customer to be undone. */
  private async order(told: Story, chat: Awaited<ReturnType<Session['chat']>>): Promise<void> {
    const ids = chat.messages.flatMap(({ parts }) =>
      parts.flatMap((part) => (part.type === 'data-call' && part.data.undo ? [part.data.undo] : [])),
    );
    // The first is the creation; the undo itself could be undone as well.
    const [id] = ids;
    if (id === undefined) {
      told.isOrdered = true;
      return;
    }
    const { status } = await this.member.call('POST', `/api/calls/${id}/take-back`, {});
    told.isOrdered = status === 202 || status === 409;
  }
}
