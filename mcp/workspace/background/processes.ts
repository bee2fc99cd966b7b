/**
 * Commands in the background. Each runs in a sandbox like any other command, and ends with the answer that started it.
 * Its effect is then offered to a person like any command's, and is otherwise thrown away.
 */
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { ToolError } from '../../serving/answer';
import { assertFits, discard } from '../commands/apply';
import { type Change, LayerFolder } from '../commands/layer';
import type { Place } from '../commands/rehearse';
import { type BackgroundRecord, isOfAnother, MOST_OUTPUT, Records } from './record';
import { RunningCommand } from './running';

/** The most at once: per answer, and in this process. */
export const MOST_OF_ANSWER = 4;
const MOST_HERE = 12;
const LOOKS_EVERY_MS = 100;
const WATCHES_EVERY_MS = 1_000;

/** Which answers own processes; absent for a client that has this process to itself. */
export interface Answers {
  /** The answer in which a call was made. */
  of(callId: string): Promise<string | undefined>;
  isOver(answer: string): Promise<boolean>;
}

export interface Said {
  record: BackgroundRecord;
  text: string;
  /** Where reading continues. */
  next: number;
  /** It wrote more than is kept. */
  isCut: boolean;
}

function isToBeOffered({ offered, ended }: BackgroundRecord): boolean {
  return !offered && (ended?.layer ?? ended?.message) !== undefined;
}

export class BackgroundProcesses {
  private readonly layers: string;
  private readonly records: Records;
  private readonly answers: Answers | undefined;
  private readonly running = new Map<string, RunningCommand>();
  private isWatching = false;

  /** @param layers the folder where effects of commands are kept */
  constructor(layers: string, answers?: Answers) {
    this.layers = layers;
    this.records = new Records(layers);
    this.answers = answers;
  }

  /**
   * Starts a command. The same call starts only one, however often it is sent.
   * @returns its id, which nobody can guess: whoever knows it may read and end it
   * @throws ToolError if too many are running, SandboxError if none can be run here
   */
  async start(command: string, place: Place, callId: string | undefined): Promise<string> {
    const answer = callId === undefined ? undefined : await this.answers?.of(callId);
    if (this.answers && answer === undefined)
      throw new ToolError('There is no answer with which it would end. Nothing was run.');
    const here = [...this.running.values()];
    const known = here.find(({ record }) => callId !== undefined && record.callId === callId);
    const one = known ?? this.launch({ command, answer, callId }, place, here);
    await one.started;
    return one.record.id;
  }

  /** @throws ToolError for an unknown id, or one whose process was thrown away with its answer */
  async read(id: string): Promise<BackgroundRecord> {
    const record = await this.records.read(id);
    if (!record) throw new ToolError('There is no such process. Each ends with the answer that started it.');
    const isLost = !record.ended && !this.running.has(id) && !isOfAnother(record);
    // It may have ended between the two checks.
    const now = isLost ? await this.records.read(id) : record;
    return now && !now.ended && isLost ? this.lost(now) : (now ?? record);
  }

  /**
   * Its output from an offset on, as soon as there is any.
   * @param waitMs how long to wait for output, or for its end
   */
  async output(
    id: string,
    { from, most, waitMs }: { from: number; most: number; waitMs: number },
    signal: AbortSignal,
  ): Promise<Said> {
    const until = performance.now() + waitMs;
    for (;;) {
      const record = await this.read(id);
      const size = await this.records.outputSize(id);
      if (record.ended || size > from || performance.now() >= until) {
        return { record, ...(await this.records.output(id, from, most)), isCut: size >= MOST_OUTPUT };
      }
      await pause(LOOKS_EVERY_MS, undefined, { signal });
    }
  }

  /**
   * Ends it, unless it has ended.
   * @returns its record, with what it has left
   */
  async end(id: string, signal?: AbortSignal): Promise<BackgroundRecord> {
    const here = this.running.get(id);
    await here?.finish('asked');
    let record = await this.read(id);
    if (!record.ended) await this.records.askForEnd(id);
    while (!record.ended) {
      await pause(LOOKS_EVERY_MS, undefined, { ...(signal && { signal }) });
      record = await this.read(id);
    }
    return record;
  }

  /** Whether any process of the answer is running, or has left an effect that was offered to nobody. */
  async isAtWork(answer: string): Promise<boolean> {
    return (await this.allOf(answer)).some((one) => !one.ended || isToBeOffered(one));
  }

  /**
   * Ends the answer's processes along with it.
   * @returns those whose effect has been offered to nobody, each once
   */
  async endAll(answer: string, signal: AbortSignal): Promise<string[]> {
    const all = await this.allOf(answer);
    // If another process of Amber does not end its command, it goes on until that process notices the end of the
    // answer.
    const ended = await Promise.all(all.map(({ id }) => this.end(id, signal).catch(() => undefined)));
    const left = ended.filter((record) => record !== undefined).filter(isToBeOffered);
    await Promise.all(left.map((record) => this.offered(record)));
    return left.map(({ id }) => id);
  }

  /** Each effect is offered once: what a person has cancelled is not offered again. */
  async offered(record: BackgroundRecord): Promise<void> {
    if (!record.offered) await this.records.write({ ...record, offered: true });
  }

  /** The answer is over: throws away what is left of its processes. */
  async forget(answer: string): Promise<void> {
    await Promise.all((await this.allOf(answer)).map((record) => this.throwAway(record)));
  }

  /**
   * What it would change, if anything.
   * @throws ToolError if that is gone, ApplyError if it does not fit any more
   */
  async effectOf({ ended }: BackgroundRecord): Promise<Change[]> {
    if (ended?.message !== undefined) throw new ToolError(ended.message);
    if (ended?.layer === undefined) return [];
    const layer = await LayerFolder.of(this.layers, ended.layer).read();
    if (layer?.state !== 'ready') throw new ToolError('What it had changed is gone.');
    await assertFits(layer);
    return layer.changes;
  }

  /** Its effect has been applied. */
  async done(record: BackgroundRecord): Promise<void> {
    const { layer: _, ...ended } = record.ended ?? { why: 'asked' as const };
    await this.records.write({ ...record, ended, offered: true });
  }

  /**
   * Records what became of the processes of an earlier run of Amber.
   * @returns those that were running then
   */
  async recover(): Promise<BackgroundRecord[]> {
    const lost: BackgroundRecord[] = [];
    for (const record of await this.records.all()) {
      if (record.ended || this.running.has(record.id) || isOfAnother(record)) continue;
      lost.push(await this.lost(record));
    }
    await this.tidy();
    return lost;
  }

  /** Throws away processes that have ended and wait for no decision any more: another message has replaced their answer. */
  private async tidy(): Promise<void> {
    for (const record of await this.records.all()) {
      const { answer, ended } = record;
      const isOver = answer === undefined || ((await this.answers?.isOver(answer)) ?? true);
      if (ended && isOver && !this.running.has(record.id)) await this.throwAway(record);
    }
  }

  /** Ends everything that runs here, and throws away its effects. */
  async close(): Promise<void> {
    await Promise.all([...this.running.values()].map((one) => one.throwAway()));
  }

  /** Must not await between counting the others and joining them, or the limits would not hold. */
  private launch(
    { command, answer, callId }: { command: string; answer: string | undefined; callId: string | undefined },
    place: Place,
    here: readonly RunningCommand[],
  ): RunningCommand {
    const ofAnswer = here.filter(({ record }) => record.answer === answer);
    if (ofAnswer.length >= MOST_OF_ANSWER || here.length >= MOST_HERE) {
      throw new ToolError(
        `${ofAnswer.length >= MOST_OF_ANSWER ? ofAnswer.length : here.length} processes go on in the background already. End one first. Nothing was run.`,
      );
    }
    const record: BackgroundRecord = {
      id: randomBytes(16).toString('hex'),
      command,
      workspace: place.workspace,
      by: process.pid,
      ...(callId !== undefined && { callId }),
      ...(answer !== undefined && { answer }),
    };
    const one = new RunningCommand(record, place, this.records);
    this.running.set(record.id, one);
    void one.ended.then(() => this.running.delete(record.id));
    if (this.answers) void this.tidy().catch(() => {});
    void this.watch();
    return one;
  }

  /**
   * Ends what another process of Amber asks to end, and what belongs to an answer that has ended unnoticed by this
   * process.
   */
  private async watch(): Promise<void> {
    if (this.isWatching) return;
    this.isWatching = true;
    while (this.running.size > 0) {
      await pause(WATCHES_EVERY_MS, undefined, { ref: false });
      // A failed check is repeated next time.
      await this.lookAfterAll().catch(() => {});
    }
    this.isWatching = false;
  }

  private async lookAfterAll(): Promise<void> {
    const answers = new Set<string>();
    for (const one of this.running.values()) {
      const { id, answer } = one.record;
      if (this.records.isEndAskedFor(id)) void one.finish('asked').catch(() => {});
      if (answer !== undefined) answers.add(answer);
    }
    for (const answer of answers) if (await this.answers?.isOver(answer)) await this.forget(answer);
  }

  private async allOf(answer: string): Promise<BackgroundRecord[]> {
    return (await this.records.all()).filter((record) => record.answer === answer);
  }

  private async throwAway(record: BackgroundRecord): Promise<void> {
    const here = this.running.get(record.id);
    // The process that runs it notices the end of the answer itself.
    if (!here && !record.ended && isOfAnother(record)) return;
    await here?.throwAway();
    const layer = (await this.records.read(record.id))?.ended?.layer;
    if (layer !== undefined) await discard(this.layers, layer);
    await this.records.remove(record.id);
  }

  private async lost(record: BackgroundRecord): Promise<BackgroundRecord> {
    const message = 'It ended with the process of Amber that ran it. What it had changed is gone.';
    const ended: BackgroundRecord = { ...record, ended: { why: 'lost', message } };
    await this.records.write(ended);
    return ended;
  }
}
