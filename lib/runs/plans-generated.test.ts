/**
 * Generated plans against a reference interpreter: exactly what it predicts has run, nothing twice, and nothing unseen
 * without a card of its own. Processes die at any of their statements. `PLANS=500` plays this many, `SEED` other ones.
 */
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import { editApproval } from '@/lib/approvals/edit';
import { isAppError } from '@/lib/errors';
import { restOfCallId, stepOfCallId } from '@/lib/plans/plan';
import { decideAndGo } from './decide-and-go';
import type { RunDependencies } from './dependencies';
import { mortal } from './testing/mortal';
import {
  asConfirmed,
  type Expected,
  interpret,
  type MadePlan,
  type MadeStep,
  makePlan,
} from './testing/plan-reference';
import { Plans, stepsOf } from './testing/plans';

const { approvals, chats, runs } = schema;

const ALL = Number(process.env.PLANS ?? 60);
const SEED = Number(process.env.SEED ?? 1);
const BATCH = 5;
const isRead = (ran: string) => /^(?:look|browse) /.test(ran);

/** Totals for the line at the end. */
const played = { plans: 0, ran: 0, died: 0, lost: 0, asked: 0, rests: 0, changed: 0 };

/** One plan, from its proposal to its end. */
class Play {
  private readonly steps: MadeStep[];
  readonly expected: Expected;

  constructor(
    private readonly plans: Plans,
    private readonly made: MadePlan,
  ) {
    this.steps = asConfirmed(made);
    this.expected = interpret(this.steps);
  }

  async play(): Promise<void> {
    const { crash, chatId } = this.plans;
    await crash.opened.db.update(chats).set({ mode: this.made.mode }).where(eq(chats.id, chatId));
    this.letAnswer();
    const asked = await this.plans.propose(...this.made.steps.map(said));
    expect(asked).toHaveLength(1);
    await this.change(asked[0]?.id ?? '');
    let killAfter = this.made.killAfter;
    // Cards for the plan, its rest and each step, each possibly superseded by a changed one, and a check after a death.
    for (let turn = 0; turn < 18; turn++) {
      const [card] = await this.plans.cards();
      if (!card) break;
      await this.decide(card.id, this.wordOn(card.toolCallId), killAfter);
      killAfter = undefined;
    }
  }

  /** The server of a plan: it tells steps apart by tool and argument. */
  private letAnswer(): void {
    const { crash, caller } = this.plans;
    const listing = crash.harness.deps.connectionsFor(caller);
    crash.answer = async (tool, id, response) => {
      const step = this.steps.find((one) => one.tool === tool && this.idOf(one) === id);
      if (step?.answer === 'error') return { content: [], isError: true };
      if (step?.answer === 'lost') return void response.destroy();
      if (step?.changes) {
        const annotations = { destructiveHint: true, openWorldHint: false };
        crash.declared = { ...crash.declared, [step.changes]: { annotations } };
        await listing.list({ fresh: 's' });
      }
      const made = step?.answer === 'ok' ? { structuredContent: { made: `${tool} of ${id}` } } : {};
      return { content: [{ type: 'text', text: 'done' }], ...made };
    };
  }

  private idOf({ id }: MadeStep): string | undefined {
    if (typeof id === 'string') return id;
    const source = this.steps.find(({ step }) => step === id);
    return source && `${source.tool} of ${this.idOf(source)}`;
  }

  private async change(cardId: string): Promise<void> {
    if (JSON.stringify(this.steps) === JSON.stringify(this.made.steps)) return;
    const { crash, caller } = this.plans;
    const context = { ...crash.harness.deps, caller, signal: new AbortController().signal };
    played.changed += 1;
    await editApproval(context, cardId, { ...stepsOf(this.steps.map(said)) });
  }

  private wordOn(toolCallId: string): 'confirm' | 'cancel' {
    const at = stepOfCallId(toolCallId) ?? restOfCallId(toolCallId);
    return at ? (this.steps.find(({ step }) => step === at.step)?.said ?? 'confirm') : 'confirm';
  }

  private async decide(
    approvalId: string,
    decision: 'confirm' | 'cancel',
    killAfter?: number,
  ): Promise<void> {
    const { harness } = this.plans.crash;
    const life = mortal(harness.deps.db, killAfter);
    const deps: RunDependencies = { ...harness.deps, db: life.db };
    const { signal } = new AbortController();
    const deciding = { caller: this.plans.caller, signal, stepUp: async () => {} };
    const went = await decideAndGo(deps, deciding, { approvalId, decision }).catch((error: unknown) => {
      // The rest was shown with a tool's earlier declaration.
      const isReplaced = isAppError(error) && error.code === 'changed';
      if (!life.isDead && !isReplaced) throw error;
      return undefined;
    });
    await went?.live?.done;
    if (life.isDead) played.died += 1;
    if (life.isDead) await this.recover();
  }

  private async recover(): Promise<void> {
    const { crash, chatId } = this.plans;
    const running = and(eq(runs.chatId, chatId), eq(runs.status, 'running'));
    for (const { id } of await crash.opened.db.select({ id: runs.id }).from(runs).where(running))
      await crash.kill(id);
    await crash.harness.recover();
  }

  /** Compares what has run with the interpreter's prediction. */
  async check(): Promise<void> {
    const { executed } = this.plans;
    const writes = executed.filter((ran) => !isRead(ran));
    expect(new Set(writes).size, 'nothing runs twice').toBe(writes.length);
    const ran = [...new Set(executed)];
    expect(ran, 'in the order of the plan').toEqual(this.expected.ran.slice(0, ran.length));
    const rows = await this.plans.rows();
    const open = rows.filter(({ status }) =>
      ['pending', 'approved', 'claimed', 'dispatched'].includes(status),
    );
    expect(open, 'every call has come to an end').toEqual([]);
    // A response that died with its process is lost like one that was never sent.
    const isLost =
      this.made.killAfter !== undefined &&
      rows.some(({ status, error }) => status === 'unknown' || LOST.test(error ?? ''));
    if (!isLost) expect(ran).toEqual(this.expected.ran);
    played.plans += 1;
    played.ran += executed.length;
    played.lost += isLost ? 1 : 0;
    played.asked += this.expected.asked.length;
    played.rests += this.expected.rests.length;
    await this.checkCards(rows, isLost);
  }

  private async checkCards(rows: Awaited<ReturnType<Plans['rows']>>, isLost: boolean): Promise<void> {
    const { db } = this.plans.crash.opened;
    const cards = await db.select().from(approvals).where(eq(approvals.chatId, this.plans.chatId));
    const rests = cards.flatMap(({ toolCallId }) => restOfCallId(toolCallId)?.step ?? []);
    expect(this.expected.rests).toEqual(expect.arrayContaining([...new Set(rests)]));
    if (!isLost) expect(rests).toEqual(expect.arrayContaining(this.expected.rests));
    for (const row of rows.filter(({ dispatchedAt }) => dispatchedAt !== null)) {
      const at = stepOfCallId(row.toolCallId);
      const own = cards.filter(
        ({ toolCallId, status }) => toolCallId === row.toolCallId && status === 'confirmed',
      );
      if (at)
        expect(own.length, `step ${at.step} by its own card`).toBe(
          this.expected.asked.includes(at.step) ? 1 : 0,
        );
      else expect(row.tool).toBe('propose_plan');
    }
  }
}

const LOST = /lost|restarted|interrupted|given up/i;

const said = ({ step, tool, id }: MadeStep) => ({
  step,
  tool,
  id: typeof id === 'number' ? `$${id}.made` : id,
});

describe.each(testDatabases)('generated plans on $name', ({ name, open }) => {
  let opened: OpenDatabase;
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(async () => {
    await opened.close();
    const { plans, ran, died, lost, asked, rests, changed } = played;
    console.info(
      `${plans} plans, ${changed} of them changed before they were confirmed: ${ran} calls, ${asked} steps with a card of their own, ${rests} cards for all that was left, ${died} processes died, ${lost} answers lost with one.`,
    );
  });

  const share = Math.ceil(ALL / testDatabases.length);
  const first = SEED * 100_000 + testDatabases.findIndex((one) => one.name === name) * share;
  const batches = Array.from({ length: Math.ceil(share / BATCH) }, (_, nth) => first + nth * BATCH);

  it.each(batches)('from %i on do what the interpreter says', { timeout: 600_000 }, async (from) => {
    for (let seed = from; seed < Math.min(from + BATCH, first + share); seed++) {
      const made = makePlan(seed);
      const plans = await Plans.open(opened);
      try {
        const play = new Play(plans, made);
        await play.play();
        await play.check();
      } catch (error) {
        throw new Error(
          `Plan ${seed}: ${JSON.stringify(made)}; ran ${JSON.stringify(plans.executed)}; ledger ${JSON.stringify(await plans.ledger())}`,
          { cause: error },
        );
      } finally {
        await plans.crash.close();
      }
    }
  });
});
