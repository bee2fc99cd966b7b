import 'server-only';
/** The event stream for a listening client of a revision before 2026-07-28: announces that its list of tools has changed. */
import { AppError } from '@/lib/errors';
import { onEndOfListening } from '@/lib/runs/follow/events';
import { pacedStream } from '@/lib/runs/follow/paced-stream';
import { Places } from '@/lib/runs/places';
import { watchList } from './list-watch';
import type { OutsideServices } from './services';
import type { Visitor } from './visitor';

const KEEP_ALIVE_MS = 15_000;
const MOST_STREAMS = 20;
const places = new Places(MOST_STREAMS, 'listening streams of this token');

const CHANGED = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' });

/** @throws AppError bad_request (it takes no event stream), too_many_requests */
export function listChanges({ headers }: Request, services: OutsideServices, visitor: Visitor): Response {
  if (!headers.get('accept')?.includes('text/event-stream')) {
    throw new AppError('bad_request', 'A GET listens: it must accept text/event-stream.');
  }
  const leave = places.take(visitor.tokenId);
  let words = ': listening\n\n';
  let isOver = false;
  const say = (more: string) => {
    words += more;
    wake();
  };
  const end = () => {
    isOver = true;
    wake();
  };
  const { body, wake } = pacedStream({
    take: () => {
      const text = words;
      words = '';
      return { text, isOver };
    },
    closed: () => {
      stop();
      offEnd();
      clearInterval(keepAlive);
      leave();
    },
  });
  const changed = () => say(`event: message\ndata: ${CHANGED}\n\n`);
  const stop = watchList(services, visitor, { changed, over: end });
  const offEnd = onEndOfListening(end);
  const keepAlive = setInterval(() => say(': still here\n\n'), KEEP_ALIVE_MS);
  return new Response(body, { headers: { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' } });
}
