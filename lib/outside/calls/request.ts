import 'server-only';
/**
 * One request of another client for a call, as long as it waits. It is kept in the database, where the process that sends the call
 * looks whether anybody still waits for it, and from where another process that hears of a cancellation ends it. This
 * process knows of its own: it keeps them fresh, and lets go of those that were ended elsewhere.
 */
import type { Database, Queryable } from '@/db/client';
import { randomToken } from '@/db/ids';
import { describeError, log } from '@/lib/log';
import { tell } from '@/lib/runs/follow/events';
import { notifier } from '@/lib/runs/follow/notifications';
import { touchChat } from '@/lib/store/chats';
import {
  beatRequests,
  deleteLateWords,
  deleteOldRequests,
  findChatOfRequest,
  findRequestEnd,
  insertRequest,
  type Joined,
  joinRequest,
  markRequestsEnded,
  type RequestEnd,
  type RequestName,
} from '@/lib/store/outside/outside-requests';
import { deleteOldSessions } from '@/lib/store/outside/tokens';
import { SESSION_DAYS } from '../client-name';

const BEAT_MS = 2_000;

export class WaitingRequest {
  private readonly id = randomToken();
  private readonly over = new AbortController();
  private readonly left = new AbortController();
  /** What is being written of its end. */
  private ending: Promise<unknown> = Promise.resolve();
  private isOpen = true;
  private isEnded = false;
  /** Whether the word that called it off may have been for another: it came before, and names no session. */
  isGuessed = false;

  private constructor(
    private readonly db: Database,
    readonly name: RequestName,
    private readonly gone: AbortSignal,
  ) {}

  /**
   * Writes down that a client asks for a call.
   * @param gone aborted when its connection is closed
   */
  static async open(db: Database, name: RequestName, gone: AbortSignal): Promise<WaitingRequest> {
    const request = new WaitingRequest(db, name, gone);
    await insertRequest(db, { id: request.id, ...name });
    keep(db, request);
    gone.addEventListener('abort', request.leave);
    if (gone.aborted) request.leave();
    return request;
  }

  /** Aborted when nobody hears the answer any more: the connection is closed, or its client does not want it. */
  get unheard(): AbortSignal {
    return AbortSignal.any([this.gone, this.over.signal]);
  }

  /** Aborted when its client goes away while it still waits: not when it was told to ask again. */
  get abandoned(): AbortSignal {
    return this.left.signal;
  }

  /** Aborted when a client has called it off. */
  get calledOff(): AbortSignal {
    return this.over.signal;
  }

  /** Its client still waits for the answer on this very connection. */
  get isListening(): boolean {
    return this.isOpen && !this.unheard.aborted;
  }

  /** It was ended by a word of a client: its own, as far as anybody can tell. */
  get isCalledOff(): boolean {
    return this.over.signal.aborted;
  }

  /** Resolves when the database knows what this process does of whether it still waits. */
  async settled(): Promise<void> {
    // That its client has gone may be known to the system and not yet to us.
    await new Promise((resolve) => setImmediate(resolve));
    await this.ending;
  }

  /**
   * It waits for this call. A word that overtook it is for it, and for no other after it.
   * @returns whether its client has called it off in the meantime, or before it came
   */
  async join(db: Queryable, runId: string): Promise<boolean> {
    return this.hasJoined(await joinRequest(db, this.id, runId));
  }

  /** The same where a call has begun with it. */
  hasJoined(row: Joined | undefined): boolean {
    const isCalledOffNow = row?.ended === 'withdrawn';
    this.isGuessed = row?.overtaken === true && this.name.session === null;
    if (isCalledOffNow) this.endHere();
    return isCalledOffNow;
  }

  /** @returns whether it still waits; looked at and kept fresh in the caller's transaction */
  async waits(db: Queryable): Promise<boolean> {
    return (await beatRequests(db, [this.id])).has(this.id);
  }

  /** It waits no more; how it ended first stands. */
  async end(ended: RequestEnd): Promise<void> {
    this.letGo();
    await this.ending;
    if (!this.isEnded) await this.write(ended);
  }

  /** The statement that ended its call has ended it as well. */
  endedWithCall(): void {
    this.letGo();
    this.isEnded = true;
  }

  /** How it ended, as the database has it. */
  endedAs(): Promise<RequestEnd | null> {
    return findRequestEnd(this.db, this.id);
  }

  /** Its client is not there any more, or said that it does not want it: known from elsewhere. */
  endHere(): void {
    this.letGo();
    this.left.abort();
    this.over.abort();
  }

  private readonly leave = () => {
    this.letGo();
    this.left.abort();
    const failed = (error: unknown) => log('warn', 'outside_request', describeError(error));
    this.ending = this.write('gone').catch(failed);
    void this.ending.then(() => tellHeard(this.db, this.id, false)).catch(failed);
  };

  private letGo(): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    this.gone.removeEventListener('abort', this.leave);
    kept.get(this.db)?.delete(this.id);
  }

  private write(ended: RequestEnd) {
    return markRequestsEnded(this.db, [this.id], ended);
  }

  get key(): string {
    return this.id;
  }
}

/** What waits in this process, by its database. */
const kept = new Map<Database, Map<string, WaitingRequest>>();
let timer: NodeJS.Timeout | undefined;

function keep(db: Database, request: WaitingRequest): void {
  const ours = kept.get(db) ?? new Map<string, WaitingRequest>();
  ours.set(request.key, request);
  kept.set(db, ours);
  timer ??= setInterval(beatAll, BEAT_MS).unref();
}

function beatAll(): void {
  for (const [db, ours] of kept) {
    if (ours.size === 0) kept.delete(db);
    else void beat(db, new Map(ours)).catch((error) => log('warn', 'outside_request', describeError(error)));
  }
  if (kept.size > 0) return;
  clearInterval(timer);
  timer = undefined;
}

/**
 * The card of what a request waits for says whether anybody does: tells those who look at it that this has changed.
 * @param isNow whether anybody waits now; where it is otherwise by now nothing has changed
 */
export async function tellHeard(db: Database, requestId: string, isNow: boolean): Promise<void> {
  const chatId = await findChatOfRequest(db, requestId, isNow);
  if (chatId) tell(await db.transaction((tx) => touchChat(tx, chatId)));
}

/** Forgets requests and sessions that nobody can come back to. */
export async function forgetRequests(db: Database): Promise<void> {
  await deleteLateWords(db);
  await deleteOldRequests(db);
  // A day more than an id holds: clocks differ.
  await deleteOldSessions(db, SESSION_DAYS + 1);
}

/** Word of a cancellation may get lost: the row has the last one. */
async function beat(db: Database, ours: ReadonlyMap<string, WaitingRequest>): Promise<void> {
  const alive = await beatRequests(db, [...ours.keys()]);
  endAll([...ours.keys()].filter((id) => !alive.has(id)));
}

function endAll(ids: readonly string[]): void {
  for (const ours of kept.values()) for (const id of ids) ours.get(id)?.endHere();
}

notifier.on('withdrawn', ({ requests }) => endAll(requests));
