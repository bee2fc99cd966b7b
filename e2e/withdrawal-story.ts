/**
 * Random stories of two windows of one token that request the same deletion, cancel it, are cut off and ask again, over
 * two processes, while a person decides: each from a seed, so that it can be replayed. `withdrawal-oracle.ts` has what
 * must hold in any order.
 */
import { type Asked, RawClient, REVISIONS, type Told } from './raw-client.ts';

/** Where stories are played: two processes on one database, and the person who decides. */
export interface World {
  urls: readonly [string, string];
  /** @returns a token that may delete customers */
  token(): Promise<string>;
  /** @returns the id of a customer that nobody else uses */
  customer(): Promise<string>;
  /** The pending card for this customer; undefined if there is none. */
  pending(customerId: string): Promise<string | undefined>;
  /** Decides as a person; a card that is no longer open stays as it is. */
  decide(cardId: string, decision: 'confirm' | 'cancel'): Promise<void>;
  rows<Row>(statement: string): Promise<Row[]>;
}

/** A window's request, and what it did about it. Times are milliseconds since 1970. */
export interface Request {
  client: string;
  id: number;
  askedAt: number;
  /** When the server had acknowledged the cancellation. */
  calledOffAt?: number;
  /** When the cancellation, or the end of the session, was sent. */
  saidAt?: number;
  cutAt?: number;
  told?: Told & { at: number };
}

export interface Story {
  seed: number;
  customerId: string;
  clients: string[];
  requests: Request[];
  steps: string[];
}

interface Window {
  client: RawClient;
  name: string;
  open: { request: Request; asked: Asked }[];
  isOver: boolean;
}

/** Numbers from 0 to below 1, the same for the same seed. */
export function dice(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

class Play {
  readonly story: Story;
  private readonly world: World;
  private readonly roll: () => number;
  private readonly token: string;
  private readonly stranger: string;
  private readonly windows: Window[] = [];

  constructor(world: World, story: Story, roll: () => number, tokens: [string, string]) {
    this.world = world;
    this.story = story;
    this.roll = roll;
    [this.token, this.stranger] = tokens;
  }

  async run(): Promise<void> {
    for (const name of this.story.clients) {
      const revision = this.one(REVISIONS);
      const client = await new RawClient(this.url(), this.token, revision, name).begin();
      this.windows.push({ client, name, open: [], isOver: false });
    }
    this.ask(this.windows[0] as Window);
    for (let left = 2 + Math.floor(this.roll() * 6); left > 0; left--) {
      // Often at once, sometimes late enough for the card to exist.
      await pause(this.roll() < 0.4 ? 0 : this.roll() * 250);
      await this.step();
    }
    await this.settle();
  }

  private async step(): Promise<void> {
    const at = this.one(this.windows);
    const kind = this.one([
      'ask',
      'ask',
      'call off',
      'call off',
      'call off',
      'cut',
      'cut',
      'end',
      'forge',
      'decide',
      'decide',
      'decide',
    ]);
    if (kind === 'ask') return this.ask(at);
    if (kind === 'decide') return this.decide();
    if (kind === 'forge') return this.forge(at);
    if (kind === 'end') return this.end(at);
    const last = at.open.at(-1);
    if (!last || last.request.calledOffAt !== undefined) return;
    if (kind === 'cut') this.cut(at, last);
    else await this.callOff(at, last.request);
  }

  private ask(at: Window): void {
    if (at.isOver) return;
    const asked = at.client.ask(
      'customer_delete',
      { customerId: this.story.customerId },
      { url: this.url() },
    );
    const request: Request = { client: at.name, id: asked.id, askedAt: asked.askedAt };
    void asked.answer.then((told) => {
      request.told = told;
    });
    this.note(`${at.name} asks ${asked.id}`);
    this.story.requests.push(request);
    at.open.push({ request, asked });
  }

  private cut(at: Window, { request, asked }: Window['open'][number]): void {
    this.note(`${at.name} is cut off from ${request.id}`);
    asked.cut();
    request.cutAt ??= Date.now();
  }

  private async callOff(at: Window, request: Request): Promise<void> {
    this.note(`${at.name} calls ${request.id} off`);
    request.saidAt = Date.now();
    const status = await at.client.cancel(request.id, { url: this.url() });
    if (status < 300) request.calledOffAt = Date.now();
    else this.note(`  which is refused (${status})`);
  }

  private async end(at: Window): Promise<void> {
    if (at.client.isModern || at.isOver || this.roll() < 0.5) return;
    at.isOver = true;
    this.note(`${at.name} ends its session`);
    for (const { request } of at.open) request.saidAt ??= Date.now();
    if ((await at.client.end(this.url())) >= 300) return;
    for (const { request } of at.open) request.calledOffAt ??= Date.now();
  }

  /** Messages by others: with another token, with an invented session, from another window of the same name. */
  private async forge(at: Window): Promise<void> {
    const id = at.open.at(-1)?.request.id;
    if (id === undefined) return;
    const { revision, session } = at.client;
    const foreign = await new RawClient(this.url(), this.stranger, revision, at.name).begin();
    const forged = new RawClient(this.url(), this.token, revision, 'Nobody');
    forged.session = session ? `x${session}` : undefined;
    this.note(`others call ${id} of ${at.name} off`);
    await foreign.cancel(id);
    await forged.cancel(id);
    if (session) await (await new RawClient(this.url(), this.token, revision, at.name).begin()).cancel(id);
  }

  private async decide(): Promise<void> {
    const cardId = await this.world.pending(this.story.customerId);
    if (!cardId) return;
    const decision = this.roll() < 0.75 ? 'confirm' : 'cancel';
    this.note(`a person says ${decision}`);
    const deciding = this.world.decide(cardId, decision);
    // The next action may come in the middle of it.
    if (this.roll() < 0.5) await deciding;
    else await Promise.race([deciding, pause(this.roll() * 40)]);
    await deciding;
  }

  /** Decides pending cards until every window that still listens has its answer; then all disconnect. */
  private async settle(): Promise<void> {
    const listens = () =>
      this.windows.flatMap(({ open }) =>
        open.filter(({ request: { cutAt, calledOffAt, told } }) => !cutAt && !calledOffAt && !told),
      );
    for (let tries = 0; tries < 300 && listens().length > 0; tries++) {
      await this.decide();
      await pause(50);
    }
    for (const { request } of listens()) this.note(`nobody answered ${request.client} ${request.id}`);
    for (const { open } of this.windows) for (const { asked } of open) asked.cut();
    await Promise.all(this.windows.flatMap(({ open }) => open.map(({ asked }) => asked.answer)));
    await this.stands();
  }

  /**
   * Waits until no process is working on it any more; the call of a client that was cut off at once arrives slightly
   * later.
   */
  private async stands(): Promise<void> {
    const names = this.story.clients.map((name) => `'${name}'`).join(', ');
    let busy: object[] = [];
    for (let tries = 0; tries < 300; tries++) {
      busy =
        await this.world.rows(`select 'run' as what, status from runs where client in (${names}) and status = 'running'
        union all select 'request', request_id from outside_requests where client in (${names})
          and (ended_at is null or (ended = 'gone' and run_id is null and ended_at > now() - interval '4 seconds'))`);
      if (busy.length === 0) return;
      await pause(50);
    }
    this.note(`it never came to rest: ${JSON.stringify(busy)}`);
  }

  private note(words: string): void {
    this.story.steps.push(words);
  }

  private url(): string {
    return this.one(this.world.urls);
  }

  private one<Item>(list: readonly Item[]): Item {
    return list[Math.floor(this.roll() * list.length)] as Item;
  }
}

/** Plays the story of a seed. */
export async function playStory(world: World, seed: number, tokens: [string, string]): Promise<Story> {
  const clients = [`Story ${seed} left`, `Story ${seed} right`];
  const story: Story = { seed, customerId: await world.customer(), clients, requests: [], steps: [] };
  await new Play(world, story, dice(seed), tokens).run();
  return story;
}
