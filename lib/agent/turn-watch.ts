import 'server-only';

/** Watches how the calls of a segment end: which are still in flight, and what must end the turn. */

import { type Ended, resultHash } from '@/lib/execution/ended';
import type { CallRow } from '@/lib/execution/ledger';
import { LoopGuard } from '@/lib/execution/loop-guard';
import { meterNow } from '@/lib/limits/meter';
import { merelyReads } from '@/lib/tools/merely-reads';
import type { ConnectedTool } from '@/lib/tools/types';
import { quoted } from '@/lib/values/text';

const DELEGATED = 'A task was handed on, and waits for a person there.';
const UNKNOWN = 'Nobody knows whether a call took effect. A person has to look and say so.';

/** In characters of JSON: one message holds all results, and so does every page that shows it. */
const MOST_RESULTS = 5_000_000;
const TOO_MUCH = 'Stopped: the results of this answer are too large together. Ask for less at a time.';

/** Why a turn ends earlier than the model would end it. */
export interface Halt {
  kind: 'unknown' | 'enough' | 'broken' | 'delegated';
  /** For people. */
  text: string;
}

export class TurnWatch {
  /** Why the turn ends after this step, whatever the model would do next. */
  halt: Halt | undefined;
  /** Calls whose outcome is unknown. */
  readonly unknownCalls: CallRow[] = [];
  /** What interrupted the segment: it is not stored, and continues from the ledger later. */
  broken: unknown;
  /** The tree of runs has used all its steps. */
  isSpent = false;
  private readonly postponed = new Set<string>();
  private readonly inFlight = new Set<Promise<unknown>>();
  private reading: Promise<unknown> | undefined;

  private readonly loops: LoopGuard;
  /** The size of the run's results so far, in characters of JSON. */
  private size: number;

  /** @param before what the run has called so far */
  constructor(before: readonly CallRow[] = []) {
    this.loops = new LoopGuard(before);
    this.size = before.reduce((sum, { result }) => sum + sizeOf(result), 0);
  }

  /** Tracks a running call, for `settled`. */
  add(work: Promise<unknown>): void {
    const done: Promise<unknown> = work
      .catch(() => {})
      .then(() => {
        this.inFlight.delete(done);
      });
    this.inFlight.add(done);
  }

  /** Readings after a call: nothing further is changed until they are done; calls that only read need not wait. */
  addReading(work: Promise<unknown>): void {
    this.reading = Promise.all([this.reading, work.catch(() => {})]);
    this.add(work);
  }

  /** Resolves when the records of earlier calls have been read as those left them. */
  async read(): Promise<void> {
    await this.reading;
  }

  /** Resolves when no call is in flight any more and the ledger knows how each ended. */
  async settled(): Promise<void> {
    while (this.inFlight.size > 0) await Promise.all(this.inFlight);
  }

  /**
   * Notes how a call ended: an unknown outcome, or a loop, ends the turn after this step.
   * @param isNew it ran just now, rather than being looked up
   */
  noteEnd(row: CallRow, tool: ConnectedTool, ended: Ended, isNew: boolean): void {
    if (ended.status === 'unknown') this.unknownCall({ ...row, error: ended.text });
    if (!isNew) return;
    meterNow()?.countCall();
    const { server, inputHash } = row;
    const isCircle = this.loops.note({ server, tool: row.tool, inputHash, resultHash: resultHash(ended) });
    if (isCircle && !tool.repeatable) this.halt ??= { kind: 'enough', text: circleText(tool) };
    if (ended.status === 'success') this.size += sizeOf(ended.output);
    if (this.size > MOST_RESULTS) this.halt ??= { kind: 'enough', text: TOO_MUCH };
  }

  /** The outcome of this call is unknown: it gets a card, and the turn ends after this step. */
  unknownCall(row: CallRow): void {
    this.unknownCalls.push(row);
    this.waitForPerson();
  }

  /** A person has to resolve the outcome of a call, of this segment or an earlier one. */
  waitForPerson(): void {
    if (this.halt?.kind !== 'broken') this.halt = { kind: 'unknown', text: UNKNOWN };
  }

  /** A sub-agent waits for a person: its call stays open, and the turn ends after this step. */
  delegate(toolCallId: string): void {
    this.postponed.add(toolCallId);
    const isKept = this.halt?.kind === 'broken' || this.halt?.kind === 'unknown';
    if (!isKept) this.halt = { kind: 'delegated', text: DELEGATED };
  }

  /** Whether the answer continues once what it waits for is over. */
  get goesOnLater(): boolean {
    return this.halt?.kind === 'unknown' || this.halt?.kind === 'delegated';
  }

  /** The system failed while this call was in flight: the call stays open, and the turn ends here. */
  breakOff(toolCallId: string, error: unknown): void {
    this.postponed.add(toolCallId);
    this.broken ??= error;
    this.halt = { kind: 'broken', text: 'The server could not go on.' };
  }

  /**
   * Whether a call must wait until a person has resolved an earlier one of its step, or a sub-agent has ended; reads
   * need not. It stays open, with the decision on it, and runs when the answer continues.
   */
  postpones(toolCallId: string, tool: ConnectedTool): boolean {
    const onlyReads = merelyReads(tool);
    const waits = this.halt?.kind === 'broken' || (this.goesOnLater && !onlyReads);
    if (!waits) return false;
    this.postponed.add(toolCallId);
    return true;
  }

  /** Whether the call was left open: it has no outcome yet. */
  isPostponed(toolCallId: string): boolean {
    return this.postponed.has(toolCallId);
  }
}

function sizeOf(result: unknown): number {
  return result === null ? 0 : JSON.stringify(result).length;
}

function circleText({ title }: ConnectedTool): string {
  const called = `the same call of ${quoted(title)} gave the same result three times`;
  return `Stopped: ${called}. Ask in another way, or for something else.`;
}
