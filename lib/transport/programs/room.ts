/**
 * The memory that programs share: how much all of them may take, and which are stopped when that is not enough, or when
 * nobody has used them for long. A program stopped here rests: its listing stays valid, and its next call starts it
 * again.
 */
import { log } from '@/lib/log';
import { type MeasureMemory, measureMemory, usualBudget } from './memory';

/** A running program. */
export interface Resident {
  server: string;
  teamId: string;
  pid: number;
  /** When it was started, and when a call to it last began or ended; in milliseconds since 1970. */
  startedAt: number;
  calledAt: number | undefined;
  isBusy: boolean;
  /** The operator says that it holds state which must not be lost. */
  isStateful: boolean;
  /**
   * Stops it; a running call is lost.
   * @param why a clause that follows "It ..."
   */
  rest(why: string, isFault: boolean): void;
}

export interface RoomOptions {
  /** The limit for all programs together. */
  budgetBytes: number;
  measure: MeasureMemory;
  /** The interval between checks, in milliseconds. */
  everyMs: number;
  /** How long a program may be unused before it is stopped: one that was called, and one that was only listed. */
  idleMs: number;
  listedIdleMs: number;
}

export type Measured = Resident & { bytes: number };
/** `isFault`: it is the program's fault, and its admins have to do something. */
export type Leaving = { one: Measured; why: string; isFault: boolean };

/** What each program counts as if memory cannot be measured. */
const ASSUMED_BYTES = 80 * 1024 * 1024;
/** The share of the whole room that a single program may take. */
const MOST_OF_ONE = 0.5;

export const ROOM: RoomOptions = {
  budgetBytes: usualBudget(),
  measure: measureMemory,
  everyMs: 2_000,
  idleMs: 1_800_000,
  listedIdleMs: 300_000,
};

/**
 * Which programs to stop now. One that takes half of the room is stopped whatever it is doing, so that it costs the
 * others nothing. Otherwise those that nobody has used for long are stopped; then, until the rest fits, programs of the
 * team that takes most and more than its share: first those that were never called, then the least recently called. A
 * program with a running call, or one that says it holds state, stays.
 */
export function whoGoes(
  residents: readonly Measured[],
  options: Pick<RoomOptions, 'budgetBytes' | 'idleMs' | 'listedIdleMs'>,
  now: number,
): Leaving[] {
  const leaving = residents.flatMap((one) => leavingNow(one, options, now) ?? []);
  const staying = new Set(residents.filter((resident) => !leaving.some(({ one }) => one === resident)));
  while (sum([...staying]) > options.budgetBytes) {
    const next = nextOf([...staying], options.budgetBytes);
    if (!next) break;
    staying.delete(next);
    leaving.push({ one: next, why: 'was ended by Amber to make room for others', isFault: false });
  }
  return leaving;
}

function leavingNow(
  one: Measured,
  { budgetBytes, idleMs, listedIdleMs }: Pick<RoomOptions, 'budgetBytes' | 'idleMs' | 'listedIdleMs'>,
  now: number,
): Leaving | undefined {
  if (one.bytes > budgetBytes * MOST_OF_ONE)
    return { one, why: tooLarge(one.bytes, budgetBytes), isFault: true };
  const limit = one.calledAt === undefined ? listedIdleMs : idleMs;
  if (!mayGo(one) || now - usedAt(one) <= limit) return undefined;
  return { one, why: 'was ended by Amber as nobody used it', isFault: false };
}

/** From the team that takes most; none from a team that takes no more than its share. */
function nextOf(staying: readonly Measured[], budgetBytes: number): Measured | undefined {
  const teams = [...new Set(staying.map(({ teamId }) => teamId))].map((teamId) => {
    const all = staying.filter((one) => one.teamId === teamId);
    return { all, bytes: sum(all) };
  });
  const share = budgetBytes / teams.length;
  const greedy = teams.filter(({ bytes }) => bytes > share).sort((a, b) => b.bytes - a.bytes);
  for (const { all } of greedy) {
    const [next] = all.filter(mayGo).sort(byUse);
    if (next) return next;
  }
  return undefined;
}

function byUse(a: Measured, b: Measured): number {
  const wasCalled = Number(a.calledAt !== undefined) - Number(b.calledAt !== undefined);
  return wasCalled || usedAt(a) - usedAt(b);
}

function usedAt({ calledAt, startedAt }: Resident): number {
  return calledAt ?? startedAt;
}

function mayGo({ isBusy, isStateful }: Resident): boolean {
  return !isBusy && !isStateful;
}

function sum(all: readonly Measured[]): number {
  return all.reduce((bytes, one) => bytes + one.bytes, 0);
}

function tooLarge(bytes: number, budgetBytes: number): string {
  return `was ended by Amber: it took ${megabytes(bytes)} of the ${megabytes(budgetBytes)} that all programs share`;
}

function megabytes(bytes: number): string {
  return `${Math.ceil(bytes / 1024 / 1024)} MB`;
}

/** Checks the programs at intervals, as long as any are running. */
export class Room {
  private timer: NodeJS.Timeout | undefined;

  /** @param residents the programs running now */
  constructor(
    private readonly residents: () => Resident[],
    private readonly options: RoomOptions,
  ) {}

  /** A program has been started. */
  watch(): void {
    this.timer ??= setTimeout(() => void this.look(), this.options.everyMs).unref();
  }

  close(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private async look(): Promise<void> {
    // Whatever is started from here on is checked next time.
    this.timer = undefined;
    const before = this.residents();
    const bytes = await this.options.measure(before.map(({ pid }) => pid)).catch(() => undefined);
    // Programs may have exited or been called during the measurement, so their present state is used.
    const residents = this.residents();
    const measured = residents.map((one) => ({ ...one, bytes: bytes?.get(one.pid) ?? ASSUMED_BYTES }));
    for (const { one, why, isFault } of whoGoes(measured, this.options, Date.now())) {
      log(isFault ? 'warn' : 'info', 'program_ended', { server: one.server, team: one.teamId, why });
      one.rest(why, isFault);
    }
    if (residents.length > 0) this.watch();
  }
}
