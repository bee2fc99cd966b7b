/** What those who follow an answer are told of a call that is on its way: when it began, what is heard of it, how it ended. */

import type { CallLimits } from '@/lib/tools/limits';
import type { LogLine } from '@/lib/tools/log-line';
import { paced } from '@/lib/tools/progress';
import type { Progress } from '@/lib/tools/types';
import type { CallLog, CallRecord } from './call-record';

/** Between two looks at what its server writes to its log, in milliseconds. */
const LOG_PACE_MS = 5_000;
/** Of one call. */
const MOST_LOG_LINES = 20;

export interface Listener {
  tell(record: CallRecord): void;
  /** Told what its server writes to its log meanwhile, now and then and at the end. Absent: nobody reads it. */
  tellLog?: ((log: CallLog) => void) | undefined;
}

/** What is heard of a call on its way. */
export interface Heard {
  onHeard(): void;
  onProgress(progress: Progress): void;
  onLog(line: LogLine): void;
  /** Told how long it has waited for a person, in milliseconds. */
  onWaited(milliseconds: number): void;
}

export class Telling {
  /** To be called by the code that hears of the call. */
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
      onWaited: (milliseconds) =>
        listener.tell(this.with({ waitedMs: (this.record.waitedMs ?? 0) + milliseconds })),
    };
    listener.tell(this.record);
  }

  /** Nothing that is only heard is told any more. */
  rest(): void {
    this.records.end();
    this.logs.end();
  }

  /**
   * How the call ended, with the last of its log and none of its progress.
   * @param undo its id, where it can be taken back
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
