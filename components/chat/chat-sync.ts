/**
 * When a tab asks the server how its chat stands. The stored chat is the truth; a stream is only a faster way to
 * see it grow. So: on news load, show, and follow the run if one goes on; while a stream is being read, wait for
 * its end, and meanwhile show only what stands beside the messages; when the server cannot be reached, try again, ever more slowly, until it can.
 */
import type { ChatView } from '@/lib/runs/chat-view';

export interface SyncTarget {
  /** Null: the chat is gone, nothing more to ask. Throws when the server gives no useful answer now. */
  load(): Promise<ChatView | null>;
  /** Shows the stored chat. */
  show(view: ChatView): void;
  /** Shows what of it stands beside the messages, which a stream is writing. */
  showBeside(view: ChatView): void;
  /** Follows the run that goes on; resolves when there is nothing more to follow. */
  follow(): Promise<void>;
  /** Whether a stream is being read now. */
  isStreaming(): boolean;
  /** Told at each attempt that failed, and once when the server is back. */
  reachable(yes: boolean): void;
}

const FIRST_WAIT_MS = 400;
const LONGEST_WAIT_MS = 10_000;
/** How long to wait before a run is followed again whose stream ended (or never began) while it goes on. */
const UNFOLLOWED_WAIT_MS = 1000;

export class ChatSync {
  private active = false;
  private loading = false;
  private following = false;
  private wanted = false;
  private failures = 0;
  /** The state at which a run was followed last: following it again at once would find nothing new. */
  private followedAt: number | null = null;
  /** The newest state that was asked for during a stream. */
  private glancedAt: number | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** `rev`: the newest state the page has. */
  constructor(
    private readonly target: SyncTarget,
    private rev: number,
  ) {}

  /** From now on the chat is kept up to date; begins by asking. */
  start(): void {
    this.active = true;
    this.refresh();
  }

  stop(): void {
    this.active = false;
    clearTimeout(this.timer);
  }

  /** Something changed in this chat. */
  news(event: { rev: number; running: boolean }): void {
    const isKnown = event.rev <= this.rev;
    const isFollowed = !event.running || this.isBusy();
    if (isKnown && isFollowed) return;
    // The first change during a stream that the page has asked for is the message it has sent; when the run is over
    // its stream ends as well, and that tells everything.
    const expected = this.glancedAt ?? this.rev + (this.following ? 0 : 1);
    if (event.running && event.rev > expected) void this.glance(event.rev);
    this.refresh();
  }

  /** Anything may have changed. */
  catchUp(): void {
    void this.glance(this.glancedAt ?? this.rev);
    this.refresh();
  }

  /** Asks now, or as soon as the stream that is being read has ended. */
  refresh(): void {
    this.wanted = true;
    void this.run();
  }

  private isBusy(): boolean {
    return this.following || this.target.isStreaming();
  }

  /** Looks at the chat while a stream is being read. Once it has ended, a refresh tells everything. */
  private async glance(rev: number): Promise<void> {
    if (!this.active || !this.isBusy()) return;
    this.glancedAt = rev;
    const view = await this.target.load().catch(() => null);
    if (!view || !this.active || !this.isBusy() || view.rev < this.glancedAt) return;
    this.glancedAt = view.rev;
    this.target.showBeside(view);
  }

  private async run(): Promise<void> {
    if (this.loading) return;
    clearTimeout(this.timer);
    this.loading = true;
    try {
      while (this.active && this.wanted && !this.isBusy()) {
        this.wanted = false;
        await this.once();
      }
    } finally {
      this.loading = false;
    }
  }

  private async once(): Promise<void> {
    let view: ChatView | null;
    try {
      view = await this.target.load();
    } catch {
      this.retryLater();
      return;
    }
    if (this.failures > 0) this.target.reachable(true);
    this.failures = 0;
    if (!view || view.rev < this.rev) return;
    if (this.isBusy()) {
      // What was loaded may be older than the stream that has begun meanwhile: asked again at its end.
      this.wanted = true;
      return;
    }
    this.rev = view.rev;
    this.glancedAt = null;
    this.target.show(view);
    if (view.status === 'running') this.follow(view.rev);
  }

  private follow(rev: number): void {
    if (this.followedAt === rev) {
      this.followedAt = null;
      this.refreshIn(UNFOLLOWED_WAIT_MS);
      return;
    }
    this.followedAt = rev;
    this.following = true;
    void this.target.follow().finally(() => {
      this.following = false;
      this.refresh();
    });
  }

  private retryLater(): void {
    this.failures += 1;
    this.target.reachable(false);
    this.refreshIn(Math.min(FIRST_WAIT_MS * 2 ** (this.failures - 1), LONGEST_WAIT_MS));
  }

  private refreshIn(wait: number): void {
    this.timer = setTimeout(() => this.refresh(), wait);
  }
}
