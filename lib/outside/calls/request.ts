import 'server-only';
/**
 * One request of another client that waits for a call. It is kept in the database: the process that sends the call
 * checks there whether anybody still waits, and a process that receives a cancellation ends it there. This process
 * tracks its own requests: it keeps them fresh, and drops those that were ended elsewhere.
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
  /** The write of its end, while in progress. */
  private ending: Promise<unknown> = Promise.resolve();
  private isOpen = true;
  private isEnded = false;
  /** Whether the cancellation may have been meant for another request: it arrived early, and names no session. */
  isGuessed = false;

  private constructor(
    private readonly db: Database,
    readonly name: RequestName,
    private readonly gone: AbortSignal,
  ) {}

  /**
   * Records that a client waits for a call.
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

  /** Aborted when nobody listens for the answer any more: the connection is closed, or the client cancelled. */
  get unheard(): AbortSignal {
    return AbortSignal.any([this.gone, this.over.signal]);
  }

  /** Aborted when its client goes away while it still waits, but not when the client was told to ask again. */
  get abandoned(): AbortSignal {
    return this.left.signal;
  }

  /** Aborted when a client has called it off. */
  get calledOff(): AbortSignal {
    return this.over.signal;
  }

  /** Whether its client still waits for the answer on this very connection. */
  get isListening(): boolean {
    return this.isOpen && !this.unheard.aborted;
  }

  /** Whether a client cancelled it; as far as anybody can tell, its own. */
  get isCalledOff(): boolean {
    return this.over.signal.aborted;
  }

  /** Resolves once the database has this process's latest word on whether it still waits. */
  async settled(): Promise<void> {
    // The system may know that the client has gone before we do.
    await new Promise((resolve) => setImmediate(resolve));
    await this.ending;
  }

  /**
   * Makes it wait for this call. A cancellation that overtook it applies to this call and to no later one.
   * @returns whether its client cancelled it meanwhile, or before it arrived
   */
  async join(db: Queryable, runId: string): Promise<boolean> {
    return this.hasJoined(await joinRequest(db, this.id, runId));
  }

  /** The same for a call that began with this request. */
  hasJoined(row: Joined | undefined): boolean {
    const isCalledOffNow = row?.ended === 'withdrawn';
    this.isGuessed = row?.overtaken === true && this.name.session === null;
    if (isCalledOffNow) this.endHere();
    return isCalledOffNow;
  }

  /** @returns whether it still waits; checked, and kept fresh, in the caller's transaction */
  async waits(db: Queryable): Promise<boolean> {
    return (await beatRequests(db, [this.id])).has(this.id);
  }

  /** Ends the wait; an end recorded earlier stands. */
  async end(ended: RequestEnd): Promise<void> {
    this.letGo();
    await this.ending;
    if (!this.isEnded) await this.write(ended);
  }

  /** It was ended by the statement that ended its call. */
  endedWithCall(): void {
    this.letGo();
    this.isEnded = true;
  }

  /** How it ended, according to the database. */
  endedAs(): Promise<RequestEnd | null> {
    return findRequestEnd(this.db, this.id);
  }

  /** Its client has gone or cancelled it, as another process has found out. */
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

/** The requests that wait in this process, by database. */
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
 * A request's card shows whether anybody waits for the call: announces that this has changed.
 * @param isNow whether anybody waits now; if that is no longer so, nothing is announced
 */
export async function tellHeard(db: Database, requestId: string, isNow: boolean): Promise<void> {
  const chatId = await findChatOfRequest(db, requestId, isNow);
  if (chatId) tell(await db.transaction((tx) => touchChat(tx, chatId)));
}

/** Deletes requests and sessions that nobody can come back to. */
export async function forgetRequests(db: Database): Promise<void> {
  await deleteLateWords(db);
  await deleteOldRequests(db);
  // A day longer than a session id is valid, since clocks differ.
  await deleteOldSessions(db, SESSION_DAYS + 1);
}

/** The message about a cancellation may get lost, so the row has the last word. */
async function beat(db: Database, ours: ReadonlyMap<string, WaitingRequest>): Promise<void> {
  const alive = await beatRequests(db, [...ours.keys()]);
  endAll([...ours.keys()].filter((id) => !alive.has(id)));
}

function endAll(ids: readonly string[]): void {
  for (const ours of kept.values()) for (const id of ids) ours.get(id)?.endHere();
}

notifier.on('withdrawn', ({ requests }) => endAll(requests));
