/**
 * Random orders of two people to two processes over two servers; meanwhile processes are killed and tokens invalidated.
 */
import type { Caller } from '@/lib/people/caller';
import { Killable } from './killable';
import type { Answer, Setting } from './orders';
import { endTokens, loginOf, type Upstream } from './upstream';

/** One in this many orders kills the process that handles it, and one invalidates tokens. */
const ONE_KILLS_OF = 60;
const ONE_ENDS_A_TOKEN_OF = 8;
const AT_ONCE = 4;
/** How often a seemingly lost sign-in is checked: other orders invalidate its tokens meanwhile. */
const LOOKS = 5;
/** A process is killed at most this long after it was given an order, in milliseconds. */
const KILLED_WITHIN = 60;
/** How long the effects of a kill can last: the lease, and the duration of a listing that began at its end. */
const LEASE_AND_LISTING = 60_000;

export interface Cast {
  setting: Setting;
  people: readonly Caller[];
  upstreams: readonly Upstream[];
  signIn: (caller: Caller, upstream: Upstream) => Promise<void>;
}

/** A person's last sign-in. */
interface SignedIn {
  /** Changes when it is begun and when it is done: earlier orders may still use one that has been replaced. */
  nth: number;
  /** The number of kills before it was begun. */
  kills: number;
  isUnderWay: boolean;
}

export class Life {
  readonly faults: string[] = [];
  readonly seen = {
    listed: 0,
    called: 0,
    cut: 0,
    kills: 0,
    ended: 0,
    signedInAgain: 0,
    refusedTwice: 0,
    late: 0,
  };
  /** Running, or starting. */
  private readonly processes: Promise<Killable>[];
  /** By login. */
  private readonly signIns = new Map<string, SignedIn>();
  /** The last id of an order outside the counted ones. */
  private looks = 0;
  private readonly random: (below: number) => number;
  private nth = 0;
  /** Of all sign-ins. */
  private changes = 0;
  private killedAt = 0;

  constructor(
    private readonly cast: Cast,
    seed: number,
  ) {
    this.random = randomOf(seed);
    this.processes = [0, 1].map(() => Killable.start(cast.setting));
  }

  async live(orders: number): Promise<void> {
    const worker = async () => {
      while (this.nth < orders) await this.order();
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    await Promise.all(this.processes.map(async (one) => (await one).kill()));
  }

  private async order(): Promise<void> {
    const id = this.nth++;
    const caller = this.anyOf(this.cast.people);
    const upstream = this.anyOf(this.cast.upstreams);
    const at = this.random(2);
    const sort = this.random(2) ? 'call' : 'list';
    const isKilled = this.random(ONE_KILLS_OF) === 0;
    const killAfter = this.random(KILLED_WITHIN);
    const login = loginOf(caller, upstream);
    if (this.random(ONE_ENDS_A_TOKEN_OF) === 0) this.seen.ended += endTokens(caller, upstream);
    const process = await this.processes[at];
    const signedIn = this.signInOf(login);
    const asking = process?.ask({ id, sort, server: upstream.name, caller });
    if (process && isKilled) {
      await new Promise((go) => setTimeout(go, killAfter));
      // Another order may have killed it meanwhile.
      if (!process.isGone) this.processes[at] = this.killed(process);
    }
    const answer = await asking;
    if (answer) await this.judge(answer, caller, upstream, signedIn);
    else this.seen.cut += 1;
  }

  private async killed(process: Killable): Promise<Killable> {
    const note = () => {
      for (const { kills, issuer } of this.cast.upstreams) kills.push(issuer.asked.length);
    };
    this.seen.kills += 1;
    this.killedAt = Date.now();
    note();
    await process.kill();
    // Its requests may have arrived meanwhile.
    note();
    return Killable.start(this.cast.setting);
  }

  private async judge(answer: Answer, caller: Caller, upstream: Upstream, signedIn: SignedIn): Promise<void> {
    const login = loginOf(caller, upstream);
    const fault = (words: string) => void this.faults.push(`${login} ${words}`);
    if ('text' in answer) {
      this.seen.called += 1;
      if (answer.text !== `for ${login}`) fault(`was told "${answer.text}"`);
    } else if ('tools' in answer) {
      this.seen.listed += 1;
      // A tool that only one person is offered is off until an admin has reviewed it: then it is in nobody's list.
      const foreign = answer.tools.filter((name) => name !== 'read' && name !== `of_${login}`);
      if (foreign.length > 0) fault(`was listed ${foreign}`);
    } else if (answer.failure === 'needs-sign-in') {
      const now = this.signInOf(login);
      if (now.nth !== signedIn.nth || now.isUnderWay) return;
      // Only a refresh whose process was killed can end a sign-in.
      if (this.seen.kills === signedIn.kills) {
        const isGood = await this.isStillGood(caller, upstream);
        if (isGood) this.seen.refusedTwice += 1;
        if (isGood || this.signInOf(login).nth !== signedIn.nth) return;
        if (this.seen.kills === signedIn.kills) fault('had to sign in though nothing had been killed');
      }
      await this.signInAgain(caller, upstream);
    } else if (this.mayWait(answer.failure)) {
      this.seen.late += 1;
    } else if (answer.failure !== 'renewed') fault(`failed: ${answer.failure}`);
  }

  /**
   * A token that is invalidated again right after it was refreshed for an order is refused twice, although its sign-in
   * is still good.
   */
  private async isStillGood(caller: Caller, { name: server }: Upstream): Promise<boolean> {
    for (let look = 0; look < LOOKS; look++) {
      // Taken at once: another check may run meanwhile, and of two orders with one id the first would wait for ever.
      this.looks -= 1;
      const id = this.looks;
      const process = await this.processes[0];
      // Asked again, because a refusal is cached for a while, as for any server that could not be asked.
      const answer = await process?.ask({ id, sort: 'list', server, caller });
      if (!answer || !('failure' in answer) || answer.failure !== 'needs-sign-in') return true;
    }
    return false;
  }

  private signInOf(login: string): SignedIn {
    return this.signIns.get(login) ?? { nth: 0, kills: 0, isUnderWay: false };
  }

  private async signInAgain(caller: Caller, upstream: Upstream): Promise<void> {
    const login = loginOf(caller, upstream);
    const { kills } = this.seen;
    const note = (isUnderWay: boolean) => {
      this.changes += 1;
      this.signIns.set(login, { nth: this.changes, kills, isUnderWay });
    };
    this.seen.signedInAgain += 1;
    note(true);
    await this.cast.signIn(caller, upstream);
    note(false);
  }

  /** The others wait for the lease of a refresh whose process was killed, and a listing does not wait as long. */
  private mayWait(failure: string): boolean {
    return /did not list its tools within/.test(failure) && Date.now() - this.killedAt < LEASE_AND_LISTING;
  }

  private anyOf<One>(all: readonly One[]): One {
    const one = all[this.random(all.length)];
    if (one === undefined) throw new Error('nobody');
    return one;
  }
}

/** Mulberry32. */
function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}
