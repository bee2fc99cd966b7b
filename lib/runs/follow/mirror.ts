import 'server-only';
/**
 * A run driven by another process, as a `Live` of this one: the beginning from the stored message, then the event log,
 * read whenever the other process reports progress, and at intervals in case that was missed. All followers here share
 * one; it ends with the run, when a process takes the run over, or with its last follower.
 */
import type { Database } from '@/db/client';
import { describeError, log } from '@/lib/log';
import type { Caller } from '@/lib/people/caller';
import { findCaller } from '@/lib/store/people';
import { findProgress, type RunProgress } from '@/lib/store/run-events';
import { findRunning, type RunRow } from '@/lib/store/runs';
import { once } from '@/lib/values/once';
import { messageOf, type ReadMessage, withCalls } from '../read-messages';
import { type Chunk, Live } from './live';
import { notifier } from './notifications';
import { missingChunks, openingChunks } from './opening-chunks';

/** How often the log is read without a report of progress. */
const POLL_MS = 1_000;

const UNREAD = 'unread';

class Mirror extends Live {
  private readonly offs: (() => void)[];
  private version = UNREAD;
  private next = 0;
  private followers = 0;
  private isStale = true;
  private reading: Promise<void> | undefined;

  constructor(
    private readonly db: Database,
    private readonly run: RunRow,
    private readonly owner: Caller,
  ) {
    super(run.chatId, run.id);
    const poll = setInterval(() => (this.followers > 0 ? this.goOn() : this.close()), POLL_MS);
    this.offs = [
      () => clearInterval(poll),
      notifier.on('progress', ({ runId }) => runId === run.id && this.look()),
      notifier.on('chat', ({ chatId }) => chatId === run.chatId && this.look()),
    ];
  }

  /** Announces that the run is followed here, so that its log is written without delay, and reads it. */
  goOn(): void {
    notifier.send({ kind: 'followed', runId: this.run.id });
    this.look();
  }

  override subscribe(subscriber: Parameters<Live['subscribe']>[0]): () => void {
    const unsubscribe = super.subscribe(subscriber);
    this.followers += 1;
    let isGone = false;
    return () => {
      if (isGone) return;
      isGone = true;
      unsubscribe();
      this.followers -= 1;
      if (this.followers === 0) this.close();
    };
  }

  /** Reads new entries; if a read is in progress, reads again after it. */
  look(): void {
    this.isStale = true;
    this.reading ??= this.readAll().finally(() => {
      this.reading = undefined;
    });
  }

  private async readAll(): Promise<void> {
    while (this.isStale && !this.isOver) {
      this.isStale = false;
      try {
        await this.take(await findProgress(this.db, this.run.id, { version: this.version, next: this.next }));
      } catch (error) {
        // The next read tries again from the same position.
        log('warn', 'mirror', describeError(error));
      }
    }
  }

  private async take(reading: RunProgress | undefined): Promise<void> {
    if (reading?.fence !== this.run.fence) return this.close();
    if (reading.version !== this.version) {
      await this.takeMessage(reading.message);
      this.version = reading.version;
      this.next = 0;
    }
    for (const { seq, chunks } of reading.rows) {
      for (const chunk of chunks) this.publish(chunk as Chunk);
      this.next = seq + 1;
    }
    if (reading.status === 'running') return;
    if (reading.status === 'done') this.publish({ type: 'finish' });
    this.close();
  }

  /** The beginning of the stream, or what was missing at a segment's end. */
  private async takeMessage(stored: RunProgress['message']): Promise<void> {
    const { chatId, messageId: id } = this.run;
    const createdAt = new Date(stored?.createdAt ?? 0);
    const read = stored ? [messageOf({ id, role: 'assistant', parts: stored.parts, createdAt })] : [];
    const [message] = await withCalls(this.db, chatId, read);
    const isBeginning = this.version === UNREAD;
    const chunks = isBeginning
      ? await openingChunks(this.db, this.owner, this.run, message)
      : await this.missing(message);
    for (const chunk of chunks) this.publish(chunk);
  }

  private async missing(stored: ReadMessage | undefined): Promise<Chunk[]> {
    if (!stored) return [];
    return missingChunks(this.db, this.owner, this.run.chatId, stored, this.chunks);
  }

  private close(): void {
    for (const off of this.offs) off();
    if (mirrors.get(keyOf(this.run)) === this) mirrors.delete(keyOf(this.run));
    this.end();
  }
}

const mirrors = once('mirrors', () => new Map<string, Mirror>());

/** A process that takes the run over starts a new mirror. */
function keyOf({ id, fence }: RunRow): string {
  return `${id} ${fence}`;
}

/** The chat's run in another process, to be followed here; nothing if none is running. */
export async function mirrorOf(db: Database, chatId: string): Promise<Live | undefined> {
  const found = await findRunning(db, chatId);
  const owner = found && (await findCaller(db, found.userId));
  if (!owner) return undefined;
  const key = keyOf(found.run);
  const mirror = mirrors.get(key) ?? new Mirror(db, found.run, owner);
  mirrors.set(key, mirror);
  mirror.goOn();
  return mirror;
}
