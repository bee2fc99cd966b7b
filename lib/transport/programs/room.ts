/**
 * The room that programs share: how much memory all of them may take, and which are ended when it is not enough or when
 * nobody has used them for long. What is ended here rests: what it listed counts on, and its next call starts it again.
 */
import { log } from '@/lib/log';
import { type MeasureMemory, measureMemory, usualBudget } from './memory';

/** A program that runs. */
export interface Resident {
  server: string;
  teamId: string;
  pid: number;
  /** Since when it runs, and when a call of it last began or ended; milliseconds since 1970. */
  startedAt: number;
  calledAt: number | undefined;
  isBusy: boolean;
  /** The operator says that it holds what must not be lost. */
  isStateful: boolean;
  /**
   * Ends it; a call under way is lost with it.
   * @param why a clause that follows "It ..."
   */
  rest(why: string, isFault: boolean): void;
}

export interface RoomOptions {
  /** What all programs together may take. */
  budgetBytes: number;
  measure: MeasureMemory;
  /** How often is looked, in milliseconds. */
  everyMs: number;
  /** A program that was called, and one that only told its tools, are ended after this long without a use. */
  idleMs: number;
  listedIdleMs: number;
}

export type Measured = Resident & { bytes: number };
/** `isFault`: of the program, for which its admins have to do something. */
export type Leaving = { one: Measured; why: string; isFault: boolean };

/** Where no memory can be read each counts as this much. */
const ASSUMED_BYTES = 80 * 1024 * 1024;
/** Of the whole room, which one program may take. */
const MOST_OF_ONE = 0.5;

export const ROOM: RoomOptions = {
  budgetBytes: usualBudget(),
  measure: measureMemory,
  everyMs: 2_000,
  idleMs: 1_800_000,
  listedIdleMs: 300_000,
};

/**
 * Which programs are to be ended now. One that takes half of the room goes itself, whatever it does: it must not cost
 * others anything. Else those go that nobody has used for long; then, until the rest fits, of the team that takes most and
 * more than its share, first what was never called, then what was not for longest. What has a call under way, or says
 * that it holds a state, stays.
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

/** Of the team that takes most; none of a team that takes no more than its share. */
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

/** Looks at the programs again and again, as long as any runs. */
export class Room {
  private timer: NodeJS.Timeout | undefined;

  /** @param residents those that run now */
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
    // Whatever is started from here on is looked at next time.
    this.timer = undefined;
    const before = this.residents();
    const bytes = await this.options.measure(before.map(({ pid }) => pid)).catch(() => undefined);
    // What has ended since, or has been called, is told as it is now.
    const residents = this.residents();
    const measured = residents.map((one) => ({ ...one, bytes: bytes?.get(one.pid) ?? ASSUMED_BYTES }));
    for (const { one, why, isFault } of whoGoes(measured, this.options, Date.now())) {
      log(isFault ? 'warn' : 'info', 'program_ended', { server: one.server, team: one.teamId, why });
      one.rest(why, isFault);
    }
    if (residents.length > 0) this.watch();
  }
}
