import 'server-only';
/**
 * The event log of a run's segment in the database: what is left of an answer when the process dies. Written
 * in batches; `flush` waits until all of it is there.
 */
import { and, asc, eq } from 'drizzle-orm';
import type { Database, Queryable } from '@/db/client';
import { schema } from '@/db/schema/all';
import { appendMerged, type Chunk } from './live';

const { runEvents } = schema;
const BATCH_MS = 50;
const BATCH_CHUNKS = 256;

export class EventLog {
  private batch: Chunk[] = [];
  private seq = 0;
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<void> = Promise.resolve();

  constructor(
    private readonly db: Database,
    private readonly run: { id: string; fence: number },
  ) {}

  add(chunk: Chunk): void {
    appendMerged(this.batch, chunk);
    if (this.batch.length >= BATCH_CHUNKS) void this.write();
    else this.timer ??= setTimeout(() => void this.write(), BATCH_MS);
  }

  /** Waits until everything added so far is stored. A log that cannot be written ends the run. */
  async flush(): Promise<void> {
    await this.write();
  }

  /**
   * Writes no more unless `flush` is called, and waits for what is being written. The end of a segment stores the
   * whole message: its last batch would be written only to be deleted.
   */
  async rest(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    await this.writing;
  }

  private write(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.batch.length > 0) {
      const chunks = this.batch;
      this.batch = [];
      const row = { runId: this.run.id, fence: this.run.fence, seq: this.seq++, chunks };
      this.writing = this.writing.then(async () => {
        await this.db.insert(runEvents).values(row);
      });
      // Whoever flushes next gets the failure; without this line it would also count as unhandled until then.
      this.writing.catch(() => {});
    }
    return this.writing;
  }
}

/** Everything that the process which holds the run has logged of it, in order. */
export async function readLog(db: Queryable, run: { id: string; fence: number }): Promise<Chunk[]> {
  const rows = await db
    .select({ chunks: runEvents.chunks })
    .from(runEvents)
    .where(and(eq(runEvents.runId, run.id), eq(runEvents.fence, run.fence)))
    .orderBy(asc(runEvents.seq));
  return rows.flatMap((row) => row.chunks as Chunk[]);
}

/** Forgets the log, once its run's message is stored. */
export async function dropLog(db: Queryable, runId: string): Promise<void> {
  await db.delete(runEvents).where(eq(runEvents.runId, runId));
}
