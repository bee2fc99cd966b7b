/** One command in the background, in the process that runs it. */
import { ToolError } from '../../serving/answer';
import { discard } from '../commands/apply';
import { LIMITS, type Limits } from '../commands/limits';
import { EndedError, type Place, type Rehearsal, rehearse, SandboxError } from '../commands/rehearse';
import { type BackgroundRecord, MOST_OUTPUT, type Records, type Why } from './record';

/** After this it is ended; what it has done until then counts. */
export const MOST_MS = 10 * 60_000;
/** Extra time for the ending itself. */
const ENDING_MS = 60_000;

const BOUNDS: Limits = {
  ...LIMITS,
  timeMs: MOST_MS + ENDING_MS,
  memoryMb: 1_024,
  processes: 128,
  // What it says goes to a file.
  outputBytes: 1,
};

export class RunningCommand {
  readonly record: BackgroundRecord;
  /** Rejects where it could not be started. */
  readonly started: Promise<void>;
  /** Resolves once its effect is recorded. Never rejects. */
  readonly ended: Promise<void>;
  private readonly records: Records;
  private readonly starting = Promise.withResolvers<void>();
  private readonly kill = new AbortController();
  private finishNow: () => void = () => {};
  private why: Why = 'itself';
  private said = 0;
  private writing: Promise<void> = Promise.resolve();

  constructor(record: BackgroundRecord, place: Place, records: Records) {
    this.record = record;
    this.records = records;
    this.started = this.starting.promise;
    this.started.catch(() => {});
    this.ended = this.run(place);
  }

  /** Ends it; its effect counts. */
  async finish(why: 'asked' | 'time'): Promise<void> {
    await this.started;
    if (this.why === 'itself') this.why = why;
    this.finishNow();
    await this.ended;
  }

  /** Ends it; its effect is discarded. */
  async throwAway(): Promise<void> {
    this.kill.abort();
    await this.ended;
  }

  private async run(place: Place): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    try {
      await this.records.write(this.record);
      const rehearsal = await rehearse(this.record.command, place, BOUNDS, this.kill.signal, {
        onStarted: (finish) => {
          this.finishNow = finish;
          timer = setTimeout(() => void this.finish('time'), MOST_MS).unref();
          this.starting.resolve();
        },
        onOutput: (chunk) => this.add(chunk),
      });
      await this.left(rehearsal, place);
    } catch (error) {
      await this.failed(error);
    } finally {
      clearTimeout(timer);
      this.starting.resolve();
    }
  }

  private async left({ exit, layer }: Rehearsal, place: Place): Promise<void> {
    await this.writing;
    if (this.kill.signal.aborted && layer !== undefined) await discard(place.journals, layer);
    const isOwn = this.why === 'itself';
    const ended = { why: this.why, ...(isOwn && { exit }), ...(layer !== undefined && { layer }) };
    await this.records.write({ ...this.record, ended });
  }

  private async failed(error: unknown): Promise<void> {
    await this.writing;
    if (error instanceof SandboxError && this.said === 0) {
      await this.records.remove(this.record.id);
      this.starting.reject(error);
      return;
    }
    const why = error instanceof EndedError && error.why === 'memory' ? 'memory' : 'failed';
    const message = `${(error as Error).message} What it had changed is gone.`;
    await this.records.write({ ...this.record, ended: { why, message } }).catch(() => {});
    this.starting.reject(new ToolError(message));
  }

  /** Writes one after the other, and no more than is kept. */
  private add(chunk: Buffer): void {
    const kept = chunk.subarray(0, Math.max(0, MOST_OUTPUT - this.said));
    this.said += kept.length;
    if (kept.length === 0) return;
    this.writing = this.writing.then(() => this.records.add(this.record.id, kept)).catch(() => {});
  }
}
