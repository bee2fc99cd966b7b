/** What everyone following an answer is told about a call in flight: when it began, what is heard of it, how it ended. */

import type { CallLimits } from '@/lib/tools/limits';
import type { LogLine } from '@/lib/tools/log-line';
import { paced } from '@/lib/tools/progress';
import type { Progress } from '@/lib/tools/types';
import type { CallLog, CallRecord } from './call-record';

/** How often its server's log is passed on, in milliseconds. */
const LOG_PACE_MS = 5_000;
/** Of one call. */
const MOST_LOG_LINES = 20;

export interface Listener {
  tell(record: CallRecord): void;
  /** Passes on what its server logs meanwhile, from time to time and at the end. Absent: nobody reads it. */
  tellLog?: ((log: CallLog) => void) | undefined;
}

/** Called when something is heard of a call in flight. */
export interface Heard {
  onHeard(): void;
  onProgress(progress: Progress): void;
  onLog(line: LogLine): void;
  /** How long it has just waited for a person, in milliseconds. */
  onWaited(milliseconds: number): void;
  /** The rule by which it was taken unasked; it is told with what is told next. */
  onRule(rule: string): void;
}

export class Telling {
  /** For the code that hears from the call's server. */
  readonly heard: Heard;
  private record: CallRecord;
  private lines: LogLine[] = [];
  private readonly records;
  private readonly logs;

  /** @param begun `startedAt` in milliseconds since 1970 */
  constructor(
    private readonly listener: Listener,
    private readonly limits: CallLimits,
    private readonly begun: { toolCallId: string; startedAt: number } & Pick<
      CallRecord,
      'allowed' | 'found' | 'shownBy' | 'reads'
    >,
  ) {
    const startedAt = new Date(begun.startedAt).toISOString();
    this.record = { ...begun, startedAt, deadlineMs: limits.silenceMs };
    this.records = paced<CallRecord>((newest) => listener.tell(newest));
    this.logs = paced<CallLog>((newest) => listener.tellLog?.(newest), LOG_PACE_MS);
    this.heard = {
      onHeard: () => this.onHeard(),
      onProgress: (progress) => this.records.soon(this.with({ progress })),
      onLog: (line) => this.onLog(line),
      onRule: (rule) => {
        this.with({ rule });
      },
      onWaited: (milliseconds) =>
        listener.tell(this.with({ waitedMs: (this.record.waitedMs ?? 0) + milliseconds })),
    };
    listener.tell(this.record);
  }

  /** Stops passing on progress and log lines. */
  rest(): void {
    this.records.end();
    this.logs.end();
  }

  /**
   * Reports how the call ended, with the last of its log and without its progress.
   * @param undo the id by which it can be undone, if it can
   */
  end(outcome: NonNullable<CallRecord['outcome']>, isTimeKnown: boolean, undo?: string): void {
    const { toolCallId, startedAt } = this.begun;
    if (this.lines.length > 0) this.listener.tellLog?.({ toolCallId, lines: this.lines });
    const { progress: _, ...kept } = this.record;
    const took = isTimeKnown ? { durationMs: Date.now() - startedAt } : {};
    this.listener.tell({ ...kept, ...took, outcome, ...(undo !== undefined && { undo }) });
  }

  private with(more: Partial<CallRecord>): CallRecord {
    this.record = { ...this.record, ...more };
    return this.record;
  }

  private onHeard(): void {
    const { totalMs: deadlineMs } = this.limits;
    if (this.record.deadlineMs !== deadlineMs) this.listener.tell(this.with({ deadlineMs }));
  }

  private onLog(line: LogLine): void {
    this.lines = [...this.lines, line].slice(-MOST_LOG_LINES);
    this.logs.soon({ toolCallId: this.begun.toolCallId, lines: this.lines });
  }
}
