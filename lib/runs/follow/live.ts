import 'server-only';
/**
 * A run as it streams in this process: everything said so far, and its followers. Tabs follow and replay it; none of
 * them owns it, so closing a tab changes nothing.
 */
import type { InferUIMessageChunk } from 'ai';
import { once } from '@/lib/values/once';
import type { AmberMessage } from '../chat-view';

export type Chunk = InferUIMessageChunk<AmberMessage>;

/** Called with each chunk, and once with `null` when the stream is over. */
type Subscriber = (chunk: Chunk | null) => void;

export class Live {
  readonly chunks: Chunk[] = [];
  readonly abort = new AbortController();
  /** Resolves when the segment is stored and its followers are closed. */
  readonly done: Promise<void>;
  private readonly callStops = new Map<string, AbortController>();
  private readonly subscribers = new Set<Subscriber>();
  private ended = false;
  private finish = () => {};

  constructor(
    readonly chatId: string,
    readonly runId: string,
    /** The fence by which it holds the run. */
    readonly fence?: number,
  ) {
    this.done = new Promise((resolve) => {
      this.finish = resolve;
    });
  }

  /** Appends to what followers replay, and passes it to current followers. */
  publish(chunk: Chunk): void {
    appendMerged(this.chunks, chunk);
    for (const subscriber of this.subscribers) subscriber(chunk);
  }

  /** Aborted when this one call is stopped; the answer continues. */
  stopOf(toolCallId: string): AbortSignal {
    const known = this.callStops.get(toolCallId) ?? new AbortController();
    this.callStops.set(toolCallId, known);
    return known.signal;
  }

  /** Stops one call, if it is running. */
  stopCall(toolCallId: string, why: Error): void {
    this.callStops.get(toolCallId)?.abort(why);
  }

  /** Whether everything has been said and stored. */
  get isOver(): boolean {
    return this.ended;
  }

  /** Subscribes to every chunk from now on. Returns how to unsubscribe. */
  subscribe(subscriber: Subscriber): () => void {
    this.subscribers.add(subscriber);
    return () => this.subscribers.delete(subscriber);
  }

  /** Ends the stream of every follower. Everything said is stored by now. */
  end(): void {
    if (this.ended) return;
    this.ended = true;
    for (const subscriber of this.subscribers) subscriber(null);
    this.subscribers.clear();
    this.finish();
  }
}

/** Lets a run continue that this process has taken, unless it does already. */
export type Continue = (runId: string) => Promise<Live | undefined>;

/** Appends a chunk; pieces of one text become one chunk, so that the replay stays small. */
export function appendMerged(chunks: Chunk[], chunk: Chunk): void {
  const last = chunks.at(-1);
  if (chunk.type === 'text-delta' && last?.type === 'text-delta' && last.id === chunk.id) {
    if (!chunk.providerMetadata && !last.providerMetadata) {
      chunks[chunks.length - 1] = { ...last, delta: last.delta + chunk.delta };
      return;
    }
  }
  chunks.push(chunk);
}

const lives = once('live', () => new Map<string, Live>());

/** The run that streams for a chat in this process, if any. */
export function liveOf(chatId: string): Live | undefined {
  return lives.get(chatId);
}

/** Registers a run before its first chunk, so that an immediate follower finds it. */
export function openLive(chatId: string, runId: string, fence?: number): Live {
  const live = new Live(chatId, runId, fence);
  lives.set(chatId, live);
  return live;
}

/** Registers a call of another client: nobody follows it, and several in one chat may run at once. */
export function openCallLive(chatId: string, runId: string, fence: number): Live {
  const live = new Live(chatId, runId, fence);
  lives.set(runId, live);
  return live;
}

/** Ends a run's stream and forgets it. */
export function closeLive(live: Live): void {
  for (const key of [live.chatId, live.runId]) if (lives.get(key) === live) lives.delete(key);
  live.end();
}

/** All runs of this process. */
export function allLive(): Live[] {
  return [...lives.values()];
}
