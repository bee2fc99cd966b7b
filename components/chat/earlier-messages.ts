/**
 * The older messages of an open chat, without React. The page begins with the newest ones; older ones are added before
 * them, page by page. The server is repeatedly asked only for its newest page: older messages stay as they are, except
 * those in which something is still open.
 */
import type { AmberMessage, ChatPart, ChatView } from '@/lib/runs/chat-view';

/** `all`: there are no older messages than those shown. */
export type Earlier = 'all' | 'more' | 'loading' | 'failed';

/** Distant messages are loaded in pages of the maximum size. */
const FAR: ChatPart = { limit: 200, size: 400_000 };

/** How many older messages with something open are reloaded each time. */
const MOST_RENEWED = 20;

export class EarlierMessages {
  private isMore: boolean;
  private loading: Promise<boolean> | undefined;
  private renewed = new Map<string, AmberMessage>();

  constructor(
    private readonly chat: { messages: AmberMessage[] },
    initial: Pick<ChatView, 'next'> | null,
    private readonly load: (part: ChatPart) => Promise<ChatView | null>,
    private readonly tell: (earlier: Earlier) => void,
  ) {
    this.isMore = initial !== null && initial.next !== null;
  }

  /** The chat with its newest page; older messages with something open are loaded in addition. */
  async newest(): Promise<ChatView | null> {
    const view = await this.load({});
    const after = view ? this.afterOpen(view) : [];
    if (after.length > 0) await this.renew(after);
    return view;
  }

  /** Everything to be shown from now on: the older messages already there, then the newest page. */
  join(view: ChatView): AmberMessage[] {
    const at = this.placeOf(view);
    if (at <= 0) {
      this.isMore = view.next !== null;
      this.tell(this.isMore ? 'more' : 'all');
      return view.messages;
    }
    const older = this.chat.messages.slice(0, at);
    return [...older.map((message) => this.renewed.get(message.id) ?? message), ...view.messages];
  }

  /** The same back to a given message, as the chat is stored now; nothing if it does not exist, or cannot be loaded. */
  async upTo(id: string): Promise<AmberMessage[] | undefined> {
    const view = await this.newest().catch(() => null);
    const stored = view ? this.join(view) : [];
    const at = stored.findIndex((message) => message.id === id);
    return at < 0 ? undefined : stored.slice(0, at + 1);
  }

  /**
   * Adds one more page before what is shown.
   * @returns whether there was one
   */
  show = (): Promise<boolean> => this.showPage({});

  private showPage(size: ChatPart): Promise<boolean> {
    this.loading ??= this.showOne(size).finally(() => {
      this.loading = undefined;
    });
    return this.loading;
  }

  /** Loads older pages until this message is among them; false: it is in none, or they cannot be loaded now. */
  reach = async (id: string): Promise<boolean> => {
    const isShown = () => this.chat.messages.some((message) => message.id === id);
    while (!isShown() && (await this.showPage(FAR)));
    return isShown();
  };

  private async showOne(size: ChatPart): Promise<boolean> {
    const before = this.chat.messages[0]?.id;
    if (!this.isMore || before === undefined) return false;
    this.tell('loading');
    const view = await this.load({ ...size, before }).catch(() => null);
    const isMeant = this.chat.messages[0]?.id === before;
    if (view && isMeant) {
      this.isMore = view.next !== null;
      this.chat.messages = [...view.messages, ...this.chat.messages];
    }
    this.tell(view ? (this.isMore ? 'more' : 'all') : 'failed');
    return view !== null;
  }

  private async renew(after: readonly string[]): Promise<void> {
    const views = await Promise.all(after.map((before) => this.load({ before, limit: 1 }).catch(() => null)));
    const messages = views.flatMap((view) => view?.messages ?? []);
    this.renewed = new Map(messages.map((message) => [message.id, message]));
  }

  /** For each message with something open that is older than the view, the id of the message after it. */
  private afterOpen(view: ChatView): string[] {
    const { messages } = this.chat;
    const older = messages.slice(0, Math.max(this.placeOf(view), 0));
    const open = older.flatMap((message, place) => (isOpen(message) ? [messages[place + 1]?.id ?? ''] : []));
    return open.slice(-MOST_RENEWED);
  }

  /** The position of the view's first message among those shown; -1: the two do not meet. */
  private placeOf({ messages: [first] }: ChatView): number {
    return this.chat.messages.findIndex(({ id }) => id === first?.id);
  }
}

/** Something in it may still change by itself: a call is running, or waits for a person. */
function isOpen({ parts }: AmberMessage): boolean {
  return parts.some(
    (part) =>
      (part.type === 'dynamic-tool' && !part.state.startsWith('output-')) ||
      (part.type === 'data-approval' && part.data.status === 'pending') ||
      (part.type === 'data-doubt' && !part.data.resolution) ||
      (part.type === 'data-elicitation' && part.data.status === 'open'),
  );
}
