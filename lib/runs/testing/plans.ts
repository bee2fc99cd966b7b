/** Plans in a chat for a test, over a server that runs everything it is asked. */
import { asc, eq } from 'drizzle-orm';
import type { OpenDatabase } from '@/db/client';
import { schema } from '@/db/schema/all';
import type { Caller } from '@/lib/people/caller';
import type { PlanStep } from '@/lib/plans/plan';
import { CrashHarness } from './crash-harness';

const { calls } = schema;

export interface Said {
  tool: string;
  /** The argument. */
  id: unknown;
  server?: string;
  step?: number;
}

/** The arguments of `propose_plan` with these steps. */
export function stepsOf(said: readonly Said[]): { steps: PlanStep[] } {
  return {
    steps: said.map(({ tool, id, server = 's', step }, at) => {
      return { step: step ?? at + 1, server, tool, arguments: { id }, why: `It does ${tool}.` };
    }),
  };
}

export class Plans {
  private constructor(
    readonly crash: CrashHarness,
    readonly chatId: string,
    readonly caller: Caller,
  ) {}

  /** @param role of the chat's owner */
  static async open(opened: OpenDatabase, role: 'member' | 'admin' = 'admin'): Promise<Plans> {
    const crash = await CrashHarness.open({ ...opened, close: async () => {} });
    const caller = role === 'admin' ? crash.harness.admin : await crash.harness.person(role);
    const plans = new Plans(crash, await crash.harness.chat(caller), caller);
    crash.answer = (tool, id) => ({
      content: [{ type: 'text', text: 'done' }],
      structuredContent: { made: `${tool} of ${id}` },
    });
    await crash.harness.deps.connectionsFor(caller).list({ waitFor: ['s'] });
    return plans;
  }

  /** Has the model propose it. @returns the cards that are pending then */
  async propose(...steps: Said[]) {
    const { harness } = this.crash;
    const calls = [{ tool: 'propose_plan', input: stepsOf(steps) }];
    harness.steps({ text: 'I would:', calls }, { text: 'So it is.' });
    await harness.say(this.chatId, 'Make a plan, please', this.caller);
    return this.cards();
  }

  cards() {
    return this.crash.harness.cards(this.chatId, 'pending');
  }

  /** Confirms the oldest pending card. */
  async confirm(by: Caller = this.caller, more: { password?: string } = {}): Promise<void> {
    const [card] = await this.cards();
    await this.crash.harness.decide(card?.id ?? '', 'confirm', undefined, by, more);
  }

  rows() {
    const { db } = this.crash.opened;
    return db.select().from(calls).where(eq(calls.chatId, this.chatId)).orderBy(asc(calls.seq));
  }

  async ledger(): Promise<string[]> {
    return (await this.rows()).map(({ tool, status }) => `${tool} ${status}`);
  }

  async notices(): Promise<string[]> {
    const parts = (await this.crash.harness.messages(this.chatId)).flatMap((message) => message.parts);
    return parts.flatMap((part) => (part.type === 'data-notice' ? [part.data.text] : []));
  }

  get executed(): string[] {
    return this.crash.executed;
  }
}
