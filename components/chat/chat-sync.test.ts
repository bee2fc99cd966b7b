import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ChatView } from '@/lib/runs/chat-view';
import { ChatSync } from './chat-sync';

const viewAt = (rev: number, status: ChatView['status'] = 'idle'): ChatView => ({
  id: 'c',
  title: 'C',
  mode: 'default',
  updatedAt: '2026-11-20T10:00:00.000Z',
  yoloUntil: null,
  mayWrite: true,
  messages: [],
  queued: [],
  next: null,
  waitsIn: [],
  model: null,
  summary: null,
  outside: null,
  waits: false,
  pinned: false,
  archived: false,
  temporary: false,
  folder: null,
  rev,
  status,
});

/** A page and a server in one; the events are in `log`. */
class Stage {
  log: string[] = [];
  /** The server's answers, in order; the last one is repeated. */
  answers: (ChatView | null | Error)[] = [];
  isStreaming = false;
  endFollowing: () => void = () => {};
  readonly sync: ChatSync;

  constructor(rev: number, ...answers: (ChatView | null | Error)[]) {
    this.answers = answers;
    this.sync = new ChatSync(
      {
        load: async () => {
          this.log.push('load');
          const answer = this.answers.length > 1 ? this.answers.shift() : this.answers[0];
          if (answer instanceof Error) throw answer;
          return answer ?? null;
        },
        show: (view) => this.log.push(`show ${view.rev}`),
        showBeside: (view) => this.log.push(`beside ${view.rev}`),
        follow: () => {
          this.log.push('follow');
          return new Promise((resolve) => {
            this.endFollowing = resolve;
          });
        },
        isStreaming: () => this.isStreaming,
        reachable: (yes) => this.log.push(yes ? 'reachable' : 'unreachable'),
      },
      rev,
    );
  }

  /** The events since the last call, after everything that needs no waiting has happened. */
  async seen(): Promise<string[]> {
    await vi.advanceTimersByTimeAsync(0);
    return this.log.splice(0);
  }
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('ChatSync', () => {
  it('begins by asking, and shows what is stored', async () => {
    const stage = new Stage(3, viewAt(3));
    stage.sync.start();
    expect(await stage.seen()).toEqual(['load', 'show 3']);
  });

  it('asks nothing before it is started and after it is stopped', async () => {
    const stage = new Stage(1, viewAt(2));
    stage.sync.refresh();
    expect(await stage.seen()).toEqual([]);
    stage.sync.start();
    await stage.seen();
    stage.sync.stop();
    stage.sync.news({ rev: 9, running: true });
    expect(await stage.seen()).toEqual([]);
  });

  it('asks on news, and not on what it knows', async () => {
    const stage = new Stage(0, viewAt(4), viewAt(5));
    stage.sync.start();
    await stage.seen();
    stage.sync.news({ rev: 4, running: false });
    expect(await stage.seen()).toEqual([]);
    stage.sync.news({ rev: 5, running: false });
    expect(await stage.seen()).toEqual(['load', 'show 5']);
  });

  it('waits for the end of a stream that is being read', async () => {
    const stage = new Stage(1, viewAt(2));
    stage.isStreaming = true;
    stage.sync.start();
    stage.sync.news({ rev: 2, running: true });
    expect(await stage.seen()).toEqual([]);
    stage.isStreaming = false;
    stage.sync.refresh();
    expect(await stage.seen()).toEqual(['load', 'show 2']);
  });

  it('shows meanwhile what changed beside the messages, but not what its own message changed', async () => {
    const stage = new Stage(1, viewAt(3));
    stage.isStreaming = true;
    stage.sync.start();
    stage.sync.news({ rev: 2, running: true });
    expect(await stage.seen()).toEqual([]);
    stage.sync.news({ rev: 3, running: true });
    expect(await stage.seen()).toEqual(['load', 'beside 3']);
    stage.sync.news({ rev: 3, running: true });
    expect(await stage.seen()).toEqual([]);
    stage.isStreaming = false;
    stage.sync.refresh();
    expect(await stage.seen()).toEqual(['load', 'show 3']);
  });

  it('looks at once when anything may have changed while a run is followed', async () => {
    const stage = new Stage(1, viewAt(2, 'running'), viewAt(2, 'running'));
    stage.sync.start();
    await stage.seen();
    stage.sync.catchUp();
    expect(await stage.seen()).toEqual(['load', 'beside 2']);
  });

  it('does not put an older state over a stream that began while it asked', async () => {
    const stage = new Stage(1, viewAt(1));
    stage.sync.start();
    stage.isStreaming = true;
    expect(await stage.seen()).toEqual(['load']);
    stage.isStreaming = false;
    stage.sync.refresh();
    expect(await stage.seen()).toEqual(['load', 'show 1']);
  });

  it('follows a run that goes on, and asks again at its end', async () => {
    const stage = new Stage(1, viewAt(2, 'running'), viewAt(3));
    stage.sync.start();
    expect(await stage.seen()).toEqual(['load', 'show 2', 'follow']);
    stage.sync.news({ rev: 3, running: false });
    expect(await stage.seen()).toEqual([]);
    stage.endFollowing();
    expect(await stage.seen()).toEqual(['load', 'show 3']);
  });

  it('waits a moment before it follows a run whose stream ended at once', async () => {
    const stage = new Stage(1, viewAt(2, 'running'));
    stage.sync.start();
    await stage.seen();
    stage.endFollowing();
    expect(await stage.seen()).toEqual(['load', 'show 2']);
    await vi.advanceTimersByTimeAsync(1000);
    expect(await stage.seen()).toEqual(['load', 'show 2', 'follow']);
  });

  it('tries again, ever more slowly, until the server is back, and says so', async () => {
    const stage = new Stage(1, new Error('no'), new Error('no'), viewAt(2));
    stage.sync.start();
    expect(await stage.seen()).toEqual(['load', 'unreachable']);
    await vi.advanceTimersByTimeAsync(400);
    expect(await stage.seen()).toEqual(['load', 'unreachable']);
    await vi.advanceTimersByTimeAsync(400);
    expect(await stage.seen()).toEqual([]);
    await vi.advanceTimersByTimeAsync(400);
    expect(await stage.seen()).toEqual(['load', 'reachable', 'show 2']);
  });

  it('is content when the chat is gone', async () => {
    const stage = new Stage(1, null);
    stage.sync.start();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await stage.seen()).toEqual(['load']);
  });

  it('never goes back to an older state', async () => {
    const stage = new Stage(5, viewAt(4));
    stage.sync.start();
    expect(await stage.seen()).toEqual(['load']);
  });
});
