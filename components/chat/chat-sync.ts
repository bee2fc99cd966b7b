/**
 * When a tab asks the server for the chat's state. The stored chat is the truth; a stream is only a faster way to see
 * it grow. So: on news, load and show it, and follow the run if one is in progress; while reading a stream, wait for
 * its end, and meanwhile show only what is beside the messages; if the server cannot be reached, retry at growing
 * intervals until it can.
 */
import type { ChatView } from '@/lib/runs/chat-view';

export interface SyncTarget {
  /** Null: the chat is gone, and there is nothing more to ask. Throws if the server gives no useful answer now. */
  load(): Promise<ChatView | null>;
  /** Shows the stored chat. */
  show(view: ChatView): void;
  /** Shows everything except the messages, which a stream is writing. */
  showBeside(view: ChatView): void;
  /** Follows the run in progress; resolves when there is nothing more to follow. */
  follow(): Promise<void>;
  /** Whether a stream is being read now. */
  isStreaming(): boolean;
  /** Called at each failed attempt, and once when the server is back. */
  reachable(yes: boolean): void;
}

const FIRST_WAIT_MS = 400;
const LONGEST_WAIT_MS = 10_000;
/** How long to wait before following a run again whose stream ended (or never began) although it is in progress. */
const UNFOLLOWED_WAIT_MS = 1000;

export class ChatSync {
  private active = false;
  private loading = false;
  private following = false;
  private wanted = false;
  private failures = 0;
  /** The revision at which a run was last followed: following again at once would find nothing new. */
  private followedAt: number | null = null;
  /** The latest revision that was loaded during a stream. */
  private glancedAt: number | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** `rev`: the latest revision that the page has. */
  constructor(
    private readonly target: SyncTarget,
    private rev: number,
  ) {}

  /** From now on the chat is kept up to date; begins by loading it. */
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
    // The first change during a stream that the page has requested is its own message; when the run is over, its stream
    // ends as well, after which everything is loaded.
    const expected = this.glancedAt ?? this.rev + (this.following ? 0 : 1);
    if (event.running && event.rev > expected) void this.glance(event.rev);
    this.refresh();
  }

  /** Anything may have changed. */
  catchUp(): void {
    void this.glance(this.glancedAt ?? this.rev);
    this.refresh();
  }

  /** Loads now, or as soon as the present stream has ended. */
  refresh(): void {
    this.wanted = true;
    void this.run();
  }

  private isBusy(): boolean {
    return this.following || this.target.isStreaming();
  }

  /** Loads the chat while a stream is being read. Once that has ended, a refresh loads everything. */
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
      // The loaded state may be older than a stream that has begun meanwhile: loaded again at its end.
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
