/**
 * The person in the story: asks, confirms what is asked, and says of a call whose outcome is unknown what the tool
 * server's own list shows. Never gives up: whatever a dead process did not answer is asked again.
 */
import type { App } from '../app.ts';
import type { RecordingMcp } from '../servers/recording-mcp.ts';
import type { Session } from '../session.ts';

/** How a story ended for the person. */
interface Ending {
  /** Tools whose Confirm was acknowledged. */
  confirmed: ReadonlySet<string>;
  /** Calls that were shown as unknown. */
  unknown: number;
  isOver: boolean;
}

const PATIENCE_MS = 60_000;

interface Story {
  chatId: string;
  messageId: string;
  confirmed: Set<string>;
  unknown: Set<string>;
}

export class Teller {
  private readonly stories = new Map<string, Story>();

  private readonly desk: RecordingMcp;
  private readonly member: Session;

  private constructor(desk: RecordingMcp, member: Session) {
    this.desk = desk;
    this.member = member;
  }

  static async start(app: App, desk: RecordingMcp): Promise<Teller> {
    return new Teller(desk, await app.signIn('member'));
  }

  /**
   * Asks, and goes on as far as the process lets it.
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

  /** Goes on with a story until it is over. */
  async finish(story: string): Promise<Ending> {
    const until = Date.now() + PATIENCE_MS;
    let isOver = false;
    while (!isOver && Date.now() < until) {
      isOver = await this.go(story, () => Date.now() > until).catch(() => false);
      if (!isOver) await new Promise((resolve) => setTimeout(resolve, 50));
    }
    const told = this.stories.get(story);
    return { confirmed: told?.confirmed ?? new Set(), unknown: told?.unknown.size ?? 0, isOver };
  }

  /** @returns whether the story came to its end */
  private async go(story: string, isStopped: () => boolean): Promise<boolean> {
    const told = await this.begin(story);
    while (!isStopped()) {
      const chat = await this.member.chat(told.chatId);
      if (chat.messages.length === 0) await this.send(told, story);
      else if (chat.status === 'failed') return true;
      else if (chat.status === 'idle') return true;
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
}
