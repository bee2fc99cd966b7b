/**
 * Other people's clients at /api/mcp: each creates a customer with a unique name, once, whatever the response; requests
 * its deletion, repeatedly until it learns the outcome; and a person confirms the card.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { connectClient, makeToken } from '../../../e2e/outside-client.ts';
import type { Session } from '../../../e2e/session.ts';
import type { Stage } from './stage.ts';

type Client = Awaited<ReturnType<typeof connectClient>>;

/** A client's knowledge of one customer. */
export interface Order {
  name: string;
  customerId: string | undefined;
  /** The response confirmed it. */
  isCreated: boolean;
  isDeleted: boolean;
  /** The deletion was given up after `PATIENCE_MS`. */
  isGivenUp: boolean;
}

const PATIENCE_MS = 90_000;
const AGAIN_MS = 300;
const REST_MS = 400;

export class OutsideWork {
  readonly orders: Order[] = [];
  confirmed = 0;
  private readonly stage: Stage;
  private readonly person: Session;
  private readonly token: string;
  private readonly count: number;
  private isOver = false;

  private constructor(stage: Stage, person: Session, token: string, count: number) {
    this.stage = stage;
    this.person = person;
    this.token = token;
    this.count = count;
  }

  static async start(stage: Stage, person: Session, count: number): Promise<OutsideWork> {
    const token = await makeToken(person, 'Desk', ['customers.read', 'customers.write']);
    return new OutsideWork(stage, person, token, count);
  }

  async work(signal: AbortSignal): Promise<void> {
    const clients = Promise.all(Array.from({ length: this.count }, (_, lane) => this.serve(lane, signal)));
    const confirming = this.confirm();
    await clients;
    this.isOver = true;
    await confirming;
  }

  private async serve(lane: number, signal: AbortSignal): Promise<void> {
    for (let count = 0; !signal.aborted; count++) {
      const order: Order = {
        name: `Passing Trade ${lane}-${count}`,
        customerId: undefined,
        isCreated: false,
        isDeleted: false,
        isGivenUp: false,
      };
      this.orders.push(order);
      const made = await this.call('customer_create', { name: order.name });
      order.customerId = /cus_[A-Za-z0-9_-]+/.exec(made ?? '')?.[0];
      order.isCreated = order.customerId !== undefined;
      if (order.customerId) await this.remove(order, order.customerId);
      await pause(REST_MS);
    }
  }

  private async remove(order: Order, customerId: string): Promise<void> {
    const until = Date.now() + PATIENCE_MS;
    while (Date.now() < until) {
      const said = await this.call('customer_delete', { customerId });
      order.isDeleted = said !== undefined && /deleted|no customer has/i.test(said);
      if (order.isDeleted) return;
      await pause(AGAIN_MS);
    }
    order.isGivenUp = true;
  }

  /** One call over a connection of its own. @returns the text of the result; undefined: no response */
  private async call(name: string, args: Record<string, unknown>): Promise<string | undefined> {
    let client: Client | undefined;
    try {
      client = await connectClient(this.stage.url, this.token, 'auto', 'Desk');
      return JSON.stringify((await client.callTool({ name, arguments: args })).content);
    } catch {
      return undefined;
    } finally {
      await client?.close().catch(() => {});
    }
  }

  private async confirm(): Promise<void> {
    while (!this.isOver) {
      const listed = await this.person
        .call<{ approvals?: { id: string; through?: unknown }[] }>(
          'GET',
          '/api/approvals?status=pending&limit=100',
        )
        .catch(() => undefined);
      for (const { id, through } of listed?.body?.approvals ?? []) {
        if (!through) continue;
        const answer = await this.person.decide(id, 'confirm').catch(() => undefined);
        if (answer?.status === 200) this.confirmed += 1;
      }
      await pause(AGAIN_MS);
    }
  }
}
