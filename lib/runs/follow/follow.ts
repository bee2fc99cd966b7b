import 'server-only';
/**
 * A run's stream as an HTTP response: an AI SDK UI message stream, as made by `createUIMessageStreamResponse`. A client
 * holds a position in what the run has said and no copy of it; everything since its last read is sent at once, with
 * pieces of one text joined into one chunk, so that a fast model's answer costs a few writes and not one per chunk.
 */

import { UI_MESSAGE_STREAM_HEADERS } from 'ai';
import { once } from '@/lib/values/once';
import { Places } from '../places';
import type { Chunk, Live } from './live';
import { pacedStream } from './paced-stream';

const END = 'data: [DONE]\n\n';
/** A piece ends with the chunk that exceeds this length, in characters. */
const PIECE = 64_000;
/** Clients that may follow one chat at once: every open tab is one. */
const MOST_FOLLOWERS = 50;
/** How soon a client is cut off whose person was signed out, or may no longer see the chat. */
const ASKED_AGAIN_MS = 20_000;

const places = once('followers', () => new Places(MOST_FOLLOWERS, 'open streams of this chat'));

/**
 * The run from its beginning: everything so far, then everything to come. A client that disconnects has no other
 * effect.
 * @param isStill whether the follower may still read it: checked repeatedly
 * @throws AppError too_many_requests
 */
export function followResponse(live: Live, isStill: () => Promise<boolean>): Response {
  const leave = places.take(live.chatId);
  const reader = new Reader(live);
  let isEnded = false;
  const stream = pacedStream({
    take: () => {
      if (isEnded) return { text: '', isOver: true };
      const chunks = reader.take();
      const isOver = live.isOver && reader.hasAll;
      return { text: chunks.map(eventOf).join('') + (isOver ? END : ''), isOver };
    },
    closed: () => {
      clearInterval(asking);
      unsubscribe();
      leave();
    },
  });
  const asking = setInterval(async () => {
    // An unreachable database is no reason to end it.
    isEnded ||= !(await isStill().catch(() => true));
    if (isEnded) stream.wake();
  }, ASKED_AGAIN_MS).unref();
  const unsubscribe = live.subscribe(stream.wake);
  return new Response(stream.body, { headers: UI_MESSAGE_STREAM_HEADERS });
}

/** One client's position. Of what a run has said, only the last text grows. */
class Reader {
  private next = 0;
  /** Characters already taken from the text at `next`. */
  private taken = 0;

  constructor(private readonly live: Live) {}

  get hasAll(): boolean {
    const { chunks } = this.live;
    const last = chunks.at(-1);
    const isAtLast = this.next === chunks.length - 1 && last?.type === 'text-delta';
    return this.next >= chunks.length || (isAtLast && last.delta.length === this.taken);
  }

  /** What is new, about one piece of it. */
  take(): Chunk[] {
    const { chunks } = this.live;
    const found: Chunk[] = [];
    let size = 0;
    for (; this.next < chunks.length && size < PIECE; this.next++) {
      const chunk = this.rest(chunks[this.next] as Chunk);
      if (chunk) {
        found.push(chunk);
        size += lengthOf(chunk);
      }
      const isGrowing = this.next === chunks.length - 1 && chunks[this.next]?.type === 'text-delta';
      if (isGrowing) return found;
      this.taken = 0;
    }
    return found;
  }

  /** The chunk without what was already taken, or nothing. */
  private rest(chunk: Chunk): Chunk | undefined {
    if (chunk.type !== 'text-delta') return chunk;
    const delta = chunk.delta.slice(this.taken);
    this.taken = chunk.delta.length;
    return delta === '' ? undefined : { ...chunk, delta };
  }
}

function lengthOf(chunk: Chunk): number {
  if (chunk.type === 'text-delta') return chunk.delta.length;
  return chunk.type.startsWith('tool-') || chunk.type.startsWith('data-') ? PIECE / 8 : 100;
}

function eventOf(chunk: Chunk): string {
  return `data: ${JSON.stringify(chunk)}\n\n`;
}
