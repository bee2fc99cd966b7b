import 'server-only';
/**
 * A run's stream as an answer over HTTP: an AI SDK UI message stream, as `createUIMessageStreamResponse` makes it.
 * A client holds a place in what the run has said and no copy of it; what came since its last reading leaves as
 * one piece, pieces of one text as one chunk, so that a fast model's answer costs a few writes and not one for
 * each of its chunks.
 */

import { UI_MESSAGE_STREAM_HEADERS } from 'ai';
import { once } from '@/lib/values/once';
import { Places } from '../places';
import type { Chunk, Live } from './live';
import { pacedStream } from './paced-stream';

const END = 'data: [DONE]\n\n';
/** A piece ends with the chunk that makes it longer than this, in characters. */
const PIECE = 64_000;
/** Clients that may follow one chat at once: every open tab of it is one. */
const MOST_FOLLOWERS = 50;
/** How soon somebody who was signed out, or may not see the chat any more, is told no more of it. */
const ASKED_AGAIN_MS = 20_000;

const places = once('followers', () => new Places(MOST_FOLLOWERS, 'open streams of this chat'));

/**
 * The run from its beginning: what was said, then what comes. A client that goes away changes nothing else.
 * @param isStill whether whoever follows may still read it: asked again as long as it lasts
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
    // A database that cannot be asked says nothing against the person.
    isEnded ||= !(await isStill().catch(() => true));
    if (isEnded) stream.wake();
  }, ASKED_AGAIN_MS).unref();
  const unsubscribe = live.subscribe(stream.wake);
  return new Response(stream.body, { headers: UI_MESSAGE_STREAM_HEADERS });
}

/** How far one client has come. Of what a run has said only the last text grows. */
class Reader {
  private next = 0;
  /** Characters already taken of the text at `next`. */
  private taken = 0;

  constructor(private readonly live: Live) {}

  get hasAll(): boolean {
    const { chunks } = this.live;
    const last = chunks.at(-1);
    const isAtLast = this.next === chunks.length - 1 && last?.type === 'text-delta';
    return this.next >= chunks.length || (isAtLast && last.delta.length === this.taken);
  }

  /** What is new, about a piece of it. */
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

  /** The chunk without what was taken of it, or nothing. */
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
