/** The player of a history: a chat, the people of its team, and their actions in it. */
import { sql } from 'drizzle-orm';
import type { OpenDatabase } from '@/db/client';
import { newId } from '@/db/ids';
import type { Caller } from '@/lib/people/caller';
import { driveRun } from '@/lib/runs/drive';
import type { Live } from '@/lib/runs/follow/live';
import { RunHarness, type Step } from '../run-harness';
import type { Chance } from './chance';
import type { Manner, PlayServers } from './servers';

export type Order = NonNullable<Step['calls']>[number];

/** The harness in which a batch of histories is played. */
export interface Team {
  opened: OpenDatabase;
  harness: RunHarness;
  servers: PlayServers;
  /** Admins. */
  second: Caller;
  third: Caller;
  member: Caller;
}

export async function openTeam(opened: OpenDatabase, servers: PlayServers): Promise<Team> {
  const harness = await RunHarness.open(opened, servers.configs);
  await harness.connectionsFor(harness.admin).list({ waitFor: servers.configs.map(({ name }) => name) });
  const [second, third] = [await harness.person('admin'), await harness.person('admin')];
  return { opened, harness, servers, second, third, member: await harness.person('member') };
}

/** Swallows the app's errors for actions that are not permitted at the moment; any other ends the play. */
export async function tried<T>(doing: Promise<T>): Promise<T | undefined> {
  try {
    return await doing;
  } catch (error) {
    if (error instanceof Error && error.name === 'AppError') return undefined;
    throw error;
  }
}

export async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 4_000; tries++) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error(`It never came: ${what}`);
}

const WRITES = ['add', 'put', 'drop', 'drop', 'wipe', 'wipe'] as const;
const WORDS = ['Look at', 'Tidy up', 'Delete', 'Please send', 'What about', 'Zähle', '列出', 'Go on with'];

export class Player {
  /** Events that no row shows. */
  readonly kinds = new Set<string>();
  chatId = '';
  /** Nobody can write in it any more. */
  isLeft = false;

  constructor(
    readonly team: Team,
    readonly chance: Chance,
    readonly owner: Caller,
  ) {}

  get harness(): RunHarness {
    return this.team.harness;
  }

  get db() {
    return this.team.opened.db;
  }

  sentence(): string {
    return `${this.chance.pick(WORDS)} number ${this.chance.between(1, 99)}`;
  }

  /** A call as the model makes it, successful by default. */
  order(tool: string, how: Manner = 'well'): Order {
    const id = newId('x').slice(0, 10);
    const note = this.chance.percent(20) ? { note: this.sentence() } : {};
    return { tool, input: { id, ...(how !== 'well' && { how }), ...note } };
  }

  /** Any call. */
  async anyOrder(): Promise<Order> {
    const { chance } = this;
    const kind = chance.weighted([
      [30, 'read'],
      [40, 'write'],
      [12, 'own'],
      [10, 'wild'],
      [4, 'nowhere'],
      [4, 'wrong'],
    ] as const);
    if (kind === 'own') return this.ownOrder();
    if (kind === 'nowhere') return { tool: 'no_such_tool', input: { id: 'a' } };
    if (kind === 'wrong') return { tool: 's__drop', input: { id: 7 } };
    const how = chance.weighted([
      [66, 'well'],
      [10, 'fails'],
      [8, 'cut'],
      [8, 'media'],
      [6, 'structured'],
      [1, 'long'],
    ] as const);
    const tool = kind === 'read' ? chance.pick(['look', 'look', 'look', 'browse']) : chance.pick(WRITES);
    const server = kind === 'wild' ? 'w' : 's';
    // A read that breaks off is retried, which takes time.
    return this.order(`${server}__${tool}`, how === 'cut' && kind === 'read' ? 'fails' : how);
  }

  private async ownOrder(): Promise<Order> {
    const { office } = this.harness;
    const kind = this.chance.pick(['list', 'create', 'delete', 'get']);
    if (kind === 'list') return { tool: 'customers_list', input: { limit: 1 } };
    if (kind === 'create') return { tool: 'customer_create', input: { name: `New ${newId('n')}` } };
    const { id } = await office.addCustomer();
    if (kind === 'get') return { tool: 'customers_get', input: { customerId: id } };
    return { tool: 'customer_delete', input: { customerId: id } };
  }

  /** Steps of the model: some text, some calls, and in most cases an end. */
  async anySteps(): Promise<Step[]> {
    const steps: Step[] = [];
    for (let nth = this.chance.between(1, 3); nth > 0; nth--) {
      const calls: Order[] = [];
      for (
        let more = this.chance.weighted([
          [60, 1],
          [30, 2],
          [10, 3],
        ] as const);
        more > 0;
        more--
      )
        calls.push(await this.anyOrder());
      steps.push({ ...(this.chance.percent(60) && { text: `${this.sentence()}.` }), calls });
    }
    return [...steps, { text: `So it is: ${this.sentence()}.` }];
  }

  async say(...steps: Step[]): Promise<void> {
    this.harness.steps(...steps);
    await this.harness.say(this.chatId, this.sentence(), this.owner);
  }

  /** Sends a message, and returns while the answer is in progress. */
  async start(...steps: Step[]): Promise<{ live: Live; runId: string }> {
    this.harness.steps(...steps);
    const message = { id: newId('msg'), text: this.sentence() };
    const begun = await this.harness.begin(this.chatId, message, this.owner);
    return { live: driveRun(this.harness.deps, this.owner, begun), runId: begun.run.id };
  }

  cards() {
    return this.harness.cards(this.chatId, 'pending', this.owner);
  }

  /** The process that writes the run dies, having written its log or not. */
  async die(runId: string, withLog: boolean): Promise<void> {
    await this.db.transaction(async (tx) => {
      await tx.execute(sql`update runs set fence = fence + 1, owner = 'dead',
        heartbeat_at = now() - interval '1 minute' where id = ${runId}`);
      if (withLog) await tx.execute(sql`update run_events set fence = fence + 1 where run_id = ${runId}`);
    });
  }
}
