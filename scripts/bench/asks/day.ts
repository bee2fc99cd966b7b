/**
 * Plays requests through the real agent loop: gate, approvals, ledger and our own tools are the real ones; a script
 * replaces the model, and a person confirms every card. The counts come from the rows that this leaves.
 */
import type { LanguageModelV4CallOptions } from '@ai-sdk/provider';
import { and, eq, gt } from 'drizzle-orm';
import { alikeGroups } from '@/components/tool-call/alike/alike-groups';
import { schema } from '@/db/schema/all';
import type { CardPreview, ShownStep } from '@/lib/plans/plan';
import { PLAN_TOOL_NAME, stepOfCallId } from '@/lib/plans/plan';
import { fill } from '@/lib/plans/references';
import { decideAlike } from '@/lib/runs/deciding/decide-alike';
import type { RunHarness, Step } from '@/lib/runs/testing/run-harness';
import { canonicalJson } from '@/lib/values/canonical-json';
import type { Call, Request } from './requests';

const { approvals, calls } = schema;

/**
 * `apart`: a card for each call; `together`: a plan if several tools are needed, a list if one tool is called several
 * times.
 */
export type Way = 'apart' | 'together';

export interface Counts {
  requests: number;
  /** Executed calls, not counting proposals of plans, which do nothing. */
  calls: number;
  destructive: number;
  /** Presses that a person had to make, and the number of cards. */
  asks: number;
  cards: number;
  /** Calls that destroyed something which no confirmed card had shown. */
  unseen: number;
}

type Prompt = LanguageModelV4CallOptions['prompt'];

/** Plays all requests, each in a chat of its own, and counts by kind. */
export async function playDay(
  harness: RunHarness,
  requests: readonly Request[],
  way: Way,
): Promise<Map<string, Counts>> {
  const counts = new Map<string, Counts>();
  for (const request of requests) {
    const chatId = await harness.chat();
    harness.script = (prompt) => speak(harness, request, way, prompt);
    await harness.say(chatId, request.text);
    const asks = await pressAll(harness, chatId, way);
    const one = await countOf(harness, chatId);
    const wanted = request.looks.length + request.does.length;
    if (one.calls !== wanted) {
      throw new Error(`${request.kind}: ${one.calls} of ${wanted} calls ran: ${request.text}`);
    }
    counts.set(request.kind, sum([counts.get(request.kind), { ...one, requests: 1, asks }]));
  }
  return counts;
}

export function sum(all: Iterable<Counts | undefined>): Counts {
  const total: Counts = { requests: 0, calls: 0, destructive: 0, asks: 0, cards: 0, unseen: 0 };
  for (const one of all) {
    for (const key of Object.keys(total) as (keyof Counts)[]) total[key] += one?.[key] ?? 0;
  }
  return total;
}

/** The model's next step: it reads, then acts, then is done. */
function speak(harness: RunHarness, { looks, does }: Request, way: Way, prompt: Prompt): Step {
  const results = resultsIn(prompt);
  if (results.length < looks.length) return { calls: looks.map(asCall) };
  const done = results.slice(looks.length);
  if (does.length === 0 || done.length >= (way === 'together' ? 1 : does.length)) return { text: 'Done.' };
  const offered = harness.prompts.at(-1)?.tools?.some(({ name }) => name === PLAN_TOOL_NAME) ?? false;
  const tools = new Set(does.map(({ tool }) => tool));
  if (way === 'together' && tools.size > 1 && offered) return { calls: [planOf(does)] };
  if (way === 'together' && tools.size === 1) return { calls: does.map(asCall) };
  // One after another, using the results of the previous ones.
  const { tool, input } = does[done.length] as Call;
  const filled = fill(input, (step) => done[step - 1]);
  if ('missing' in filled) throw new Error(`Nothing to call ${tool} with: ${JSON.stringify(done)}`);
  return { calls: [{ tool, input: filled.value }] };
}

const asCall = ({ tool, input }: Call) => ({ tool, input });

function planOf(does: readonly Call[]) {
  const steps = does.map(({ tool, input }, at) => {
    return { step: at + 1, server: 'amber', tool, arguments: input, why: `It calls ${tool}.` };
  });
  return { tool: PLAN_TOOL_NAME, input: { steps } };
}

/** Structured results since the message, in order. */
function resultsIn(prompt: Prompt): unknown[] {
  const since = prompt.slice(prompt.findLastIndex(({ role }) => role === 'user') + 1);
  return since.flatMap((message) =>
    message.role !== 'tool'
      ? []
      : message.content.flatMap((part) => {
          if (part.type !== 'tool-result') return [];
          return [structured(part.output)];
        }),
  );
}

function structured(output: { type: string; value?: unknown }): unknown {
  const value = typeof output.value === 'string' ? output.value : JSON.stringify(output.value);
  const found = /\{.*\}/s.exec(value);
  if (!found) return undefined;
  const parsed = JSON.parse(found[0]) as Record<string, unknown>;
  return parsed.structuredContent ?? parsed;
}

/** Confirms until nothing is pending. @returns the number of presses */
async function pressAll(harness: RunHarness, chatId: string, way: Way): Promise<number> {
  for (let presses = 0; ; presses++) {
    const cards = await harness.cards(chatId, 'pending');
    const [first] = cards;
    if (!first) return presses;
    const [group] = way === 'together' ? alikeGroups(cards, () => 'default') : [];
    if (group) await pressList(harness, group.approvals);
    else await harness.decide(first.id, 'confirm');
  }
}

async function pressList(
  harness: RunHarness,
  shown: readonly { id: string; shown: string }[],
): Promise<void> {
  const { signal } = new AbortController();
  const deciding = { caller: harness.admin, signal, stepUp: async () => {} };
  const list = shown.map(({ id, shown }) => ({ id, shown }));
  const { outcomes, live } = await decideAlike(harness.deps, deciding, { decision: 'confirm', calls: list });
  await Promise.all(live.map(({ done }) => done));
  const refused = outcomes.find((one) => !('status' in one) || one.status !== 'confirmed');
  if (refused) throw new Error(`Not confirmed with its list: ${JSON.stringify(refused)}`);
}

async function countOf(harness: RunHarness, chatId: string): Promise<Omit<Counts, 'requests' | 'asks'>> {
  const { db } = harness.deps;
  const ran = await db
    .select()
    .from(calls)
    .where(and(eq(calls.chatId, chatId), gt(calls.step, 0), eq(calls.status, 'success')));
  const asked = await db
    .select()
    .from(approvals)
    .where(and(eq(approvals.chatId, chatId), eq(approvals.kind, 'ask')));
  const made = ran.filter(({ tool }) => tool !== PLAN_TOOL_NAME);
  const destructive = made.filter(({ risk }) => risk === 'destructive');
  const unseen = destructive.filter((call) => !isShown(call, ran, asked));
  return {
    calls: made.length,
    destructive: destructive.length,
    cards: asked.length,
    unseen: unseen.length,
  };
}

type CallRow = typeof calls.$inferSelect;
type CardRow = typeof approvals.$inferSelect;

/** By its own card, or by its plan's: tool and arguments as executed, including the results of earlier steps. */
function isShown(call: CallRow, ran: readonly CallRow[], asked: readonly CardRow[]): boolean {
  const confirmed = asked.filter(({ status }) => status === 'confirmed');
  const isOwn = ({ toolCallId, tool, inputHash }: CardRow) =>
    toolCallId === call.toolCallId && tool === call.tool && inputHash === call.inputHash;
  if (confirmed.some(isOwn)) return true;
  const of = stepOfCallId(call.toolCallId);
  const plan = of && ran.find(({ id }) => id === of.planCallId);
  const card = plan && confirmed.find(({ toolCallId }) => toolCallId === plan.toolCallId);
  const steps: ShownStep[] = (card?.preview as CardPreview | undefined)?.plan?.steps ?? [];
  const shown = steps.find(({ step }) => step === of?.step);
  if (!plan || !shown || shown.name !== call.tool) return false;
  const filled = fill(shown.arguments, (step) => {
    const id = `step_${plan.id}_${step}`;
    return ran.find(({ toolCallId }) => toolCallId === id)?.result?.structuredContent;
  });
  return 'value' in filled && canonicalJson(filled.value) === call.input;
}
