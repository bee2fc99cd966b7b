import 'server-only';
/**
 * The event log of a run's segment in the database: what is left of an answer if the process dies. It is written in
 * batches; `flush` waits until all of it is stored. Each batch is a commit, so there are few, unless another process
 * follows the run, which reads it from here; followers in this process get every chunk at once.
 */
import type { Database, Queryable } from '@/db/client';
import { type EventsRow, insertEvents, listEvents } from '@/lib/store/run-events';
import { appendMerged, type Chunk } from './live';
import { notifier } from './notifications';

const BATCH_MS = 500;
/** While another process follows. */
const FOLLOWED_BATCH_MS = 50;
/** Following processes announce themselves every second. */
const FOLLOWED_FOR_MS = 5_000;
const BATCH_CHUNKS = 256;
/** If the database is unreachable, it is tried again after this long, in milliseconds. */
const RETRY_MS = 1_000;

/** Until when runs count as followed by other processes, by this process's clock. */
const followed = new Map<string, number>();

function noteFollower(runId: string): void {
  const now = performance.now();
  for (const [known, until] of followed) if (until < now) followed.delete(known);
  followed.set(runId, now + FOLLOWED_FOR_MS);
}

notifier.on('followed', ({ runId }) => noteFollower(runId));

export class EventLog {
  private batch: Chunk[] = [];
  /**
   * Not known to be stored, oldest first. A row is never changed, since it may have been stored without our knowing.
   */
  private readonly rows: EventsRow[] = [];
  private seq = 0;
  private timer: NodeJS.Timeout | undefined;
  private isHurrying = false;
  private writing: Promise<void> | undefined;
  private unlisten: (() => void) | undefined;

  constructor(
    private readonly db: Database,
    private readonly run: { id: string; fence: number },
  ) {}

  add(chunk: Chunk): void {
    appendMerged(this.batch, chunk);
    if (this.batch.length >= BATCH_CHUNKS) this.write();
    else this.writeIn(this.isFollowed ? FOLLOWED_BATCH_MS : BATCH_MS);
    this.unlisten ??= notifier.on('followed', ({ runId }) => runId === this.run.id && this.hurry());
  }

  /**
   * Waits until everything added so far is stored.
   * @throws if the database cannot be written to
   */
  async flush(): Promise<void> {
    await this.writing?.catch(() => {});
    await this.write();
  }

  /**
   * Stops writing until `flush` is called, and waits for the write in progress. The end of a segment stores the whole
   * message, so its last batch would only be written to be deleted.
   */
  async rest(): Promise<void> {
    this.unlisten?.();
    this.unlisten = undefined;
    this.stopTimer();
    await this.writing?.catch(() => {});
    this.stopTimer();
  }

  private get isFollowed(): boolean {
    return (followed.get(this.run.id) ?? 0) > performance.now();
  }

  /** A pending batch is wanted now. Many may say so: what is about to be written is not put off. */
  private hurry(): void {
    if (this.timer === undefined || this.isHurrying || this.writing) return;
    this.stopTimer();
    this.writeIn(FOLLOWED_BATCH_MS);
  }

  private writeIn(milliseconds: number): void {
    if (this.timer !== undefined) return;
    this.isHurrying = milliseconds <= FOLLOWED_BATCH_MS;
    this.timer = setTimeout(() => this.write(), milliseconds);
  }

  private stopTimer(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  /** Stores what is there, one row after the other; what cannot be stored now is kept for the next attempt. */
  private write(): Promise<void> {
    this.stopTimer();
    if (this.batch.length > 0) {
      this.rows.push({ runId: this.run.id, fence: this.run.fence, seq: this.seq++, chunks: this.batch });
      this.batch = [];
    }
    this.writing ??= this.writeRows().finally(() => {
      this.writing = undefined;
    });
    // `flush` reports the failure; without this line it would also count as unhandled.
    this.writing.catch(() => this.writeIn(RETRY_MS));
    return this.writing;
  }

  private async writeRows(): Promise<void> {
    for (let row = this.rows[0]; row; row = this.rows[0]) {
      await insertEvents(this.db, row);
      this.rows.shift();
      if (this.isFollowed)
        notifier.send({ kind: 'progress', runId: row.runId, fence: this.run.fence, seq: row.seq });
    }
  }
}

/** Everything that the process holding the run has logged of it, in order. */
export async function readLog(db: Queryable, run: { id: string; fence: number }): Promise<Chunk[]> {
  return (await listEvents(db, run)) as Chunk[];
}
