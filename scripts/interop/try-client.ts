/** One row of the table of clients: the whole story, from listing to a call that nobody waits for any more. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ApprovalView } from '../../lib/approvals/approval-view.ts';
import { startAgent } from './agents.ts';
import type { Company } from './company.ts';
import { type Access, type Driver, startLibrary } from './driver.ts';
import { CACHE } from './install.ts';
import { type ClientSpec, nameOf, slugOf } from './specs.ts';

export const STEPS = [
  'list',
  'read',
  'write',
  'confirmed',
  'cancelled',
  'slow',
  'withdrawn',
  'gone',
] as const;
export type Step = (typeof STEPS)[number];

export interface ClientRow {
  name: string;
  /** `ok`, an acceptable deviation, or the problem after `FAULT` or `client`. Absent: not reached. */
  steps: Partial<Record<Step, string>>;
  tools: number;
  missing?: string;
}

const DELETE = 'customer_delete';
const LONG = { patienceMs: 60_000, personMs: 70_000 };
const SHORT = { patienceMs: 4_000, personMs: 9_000 };
/** No step takes longer, whatever the client does. */
const STEP_MS = 240_000;
/** An abandoned call must not run a moment later, either. */
const AFTER_MS = 2_000;

export async function tryClient(company: Company, spec: ClientSpec, url: string): Promise<ClientRow> {
  const row: ClientRow = { name: nameOf(spec), steps: {}, tools: 0 };
  const token = `${nameOf(spec)} ${Date.now().toString(36)}`.slice(-60);
  const access: Access = {
    url: `${url}/api/mcp`,
    token: await company.token(token),
    patienceMs: LONG.patienceMs,
  };
  const folder = join(CACHE, 'work', slugOf(nameOf(spec)));
  mkdirSync(folder, { recursive: true });
  const start = (patienceMs: number): Promise<Driver> =>
    (spec.kind === 'agent' ? startAgent : startLibrary)(spec, folder, { ...access, patienceMs });
  let client: Driver | undefined;
  try {
    client = await start(LONG.patienceMs);
    const story = new Story(company, token, row);
    await story.short(client);
    if (spec.patience) {
      client.kill();
      client = await start(SHORT.patienceMs);
    }
    await story.step('slow', story.slow(client, spec.patience ? SHORT.personMs : LONG.personMs));
    if (spec.patience) {
      client.kill();
      client = await start(LONG.patienceMs);
    }
    if (spec.canAbort)
      await story.step(
        'withdrawn',
        story.unheard(client, () => client?.abort()),
      );
    await story.step(
      'gone',
      story.unheard(client, () => client?.kill()),
    );
  } catch (error) {
    row.missing = error instanceof Error ? error.message : String(error);
  } finally {
    client?.kill();
  }
  return row;
}

class Story {
  private readonly company: Company;
  private readonly token: string;
  private readonly row: ClientRow;

  constructor(company: Company, token: string, row: ClientRow) {
    this.company = company;
    this.token = token;
    this.row = row;
  }

  async step(name: Step, work: Promise<string>): Promise<void> {
    const late = pause(STEP_MS).then(() => `client: no end after ${STEP_MS / 60_000} minutes`);
    const done = work.catch((error) => `client: ${String(error?.message ?? error)}`);
    this.row.steps[name] = await Promise.race([done, late]);
  }

  /** List, read, write, confirm, cancel. */
  async short(client: Driver): Promise<void> {
    await this.step('list', this.list(client));
    await this.step(
      'read',
      client.call('customers_list', {}).then((text) => (text.includes('cus_') ? 'ok' : `client: ${text}`)),
    );
    await this.step('write', this.write(client));
    await this.step('confirmed', this.decided(client, 'confirm'));
    await this.step('cancelled', this.decided(client, 'cancel'));
  }

  /** The card, or what the client was told instead of one. */
  private card(telling: Promise<{ text: string }>): Promise<ApprovalView> {
    const instead = telling.then(({ text }): never => {
      throw new Error(`there was no card, it was told ${text.slice(0, 300)}`);
    });
    return Promise.race([this.company.card(this.token), instead]);
  }

  private async list(client: Driver): Promise<string> {
    const names = await client.list();
    this.row.tools = names.length;
    return names.some((name) => name.endsWith(DELETE)) ? 'ok' : `client: it sees ${names.length} tools`;
  }

  private async write(client: Driver): Promise<string> {
    const name = `Interop written ${Date.now().toString(36)}`;
    const told = await client.call('customer_create', { name });
    return told.includes(name) ? 'ok' : `client: ${told}`;
  }

  private async decided(client: Driver, decision: 'confirm' | 'cancel'): Promise<string> {
    const customerId = await this.company.customer();
    const telling = told(client.call(DELETE, { customerId }));
    await this.company.decide(await this.card(telling), decision);
    const { text } = await telling;
    const isThere = await this.company.isThere(customerId);
    if (isThere !== (decision === 'cancel')) return `FAULT: ${isThere ? 'it did not run' : 'it ran'}`;
    const isSaid =
      decision === 'confirm' ? !/not run|cancelled/i.test(text) : /cancelled|not run/i.test(text);
    return isSaid ? 'ok' : `client: it was told ${text}`;
  }

  /** The person takes long: a client that gave up must find that nothing ran, one that waits gets the answer. */
  async slow(client: Driver, personMs: number): Promise<string> {
    const customerId = await this.company.customer();
    const telling = told(client.call(DELETE, { customerId }));
    const card = await this.card(telling);
    await pause(personMs);
    await this.company.decide(card, 'confirm');
    await pause(AFTER_MS);
    const isThere = await this.company.isThere(customerId);
    const { isFailed, text } = await Promise.race([
      telling,
      pause(30_000).then(() => ({ isFailed: true, text: 'nothing' })),
    ]);
    if (isFailed) return isThere ? 'gives up, nothing runs' : `FAULT: it was told ${text}, and it ran`;
    if (!isThere) return 'waits, runs once';
    return /not run|withdrawn|asked again|wait/i.test(text)
      ? 'is told to ask again'
      : `FAULT: it was told ${text}, and it did not run`;
  }

  /** It leaves while the card is open; if confirmed then, nothing may run. */
  async unheard(client: Driver, leave: () => void | Promise<void>): Promise<string> {
    const customerId = await this.company.customer();
    const telling = told(client.call(DELETE, { customerId }));
    const card = await this.card(telling);
    await leave();
    await pause(AFTER_MS);
    await this.company.decide(card, 'confirm');
    await Promise.race([telling, pause(AFTER_MS)]);
    return (await this.company.isThere(customerId)) ? 'nothing runs' : 'FAULT: it ran all the same';
  }
}

/** The outcome of a call; never rejects, as the person may take longer than the client. */
function told(call: Promise<string>): Promise<{ isFailed: boolean; text: string }> {
  return call.then(
    // An agent's model receives it like any result.
    (text) => ({ isFailed: /timed out|timeout/i.test(text), text }),
    (error) => ({ isFailed: true, text: String(error?.message ?? error) }),
  );
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
