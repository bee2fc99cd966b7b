import 'server-only';
/**
 * One segment of a turn: the model answers, and calls go through the gate, until it is done or a call waits for a
 * person. Everything it works with was read from the database and resolved once.
 */
import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { UIMessage, UIMessageChunk } from 'ai';
import { isStepCount, type PrepareStepFunction, streamText, type ToolSet, toUIMessageStream } from 'ai';
import { randomToken } from '@/db/ids';
import { isCall } from '@/lib/approvals/call-parts';
import { newestRounds } from '@/lib/execution/call-rows';
import type { CallRow } from '@/lib/execution/ledger';
import { endVoid } from '@/lib/grants/void-grants';
import { metered } from '@/lib/limits/metered';
import { knownRefusals } from '@/lib/models/refusals/known-refusals';
import { type LeftOut, withoutRefused } from '@/lib/models/refusals/without-refused';
import { seenModel } from '@/lib/seeing/model';
import type { ConnectedTool, LastCall } from '@/lib/tools/types';
import { stepBudget } from './calling/hand-over';
import { isFresh } from './calling/looked';
import { callingModel, orderedModel, ordersIn } from './calling/order';
import { resumeCalls } from './calling/resume-calls';
import { errorText } from './error-text';
import { type Call, Gate } from './gate';
import { type MissingTools, missingFor } from './missing-tools';
import { offerOf, serversOfOpenCalls } from './offer/offer-of';
import type { TurnInput } from './offer/turn-input';
import { PlansOfRun } from './plans/plans-of-run';
import { type StepTools, withSteps } from './plans/step-tools';
import type { StepOffer } from './prepare-step';
import { markedIn } from './reading/attached';
import { speakPlainly } from './refused-input';
import { resolvedTurn } from './resolved-turn';
import type { RunTools } from './run-tools';
import { ServerWatch } from './server-watch';
import { OWN_TOOLS, withOwnAnswers } from './showing/own-answers';
import { readingOf } from './summaries/reading';
import { teamMemory } from './tool-memory';
import { type GrowingTools, growingTools } from './tool-set';
import type { TurnContext } from './turn-context';
import { TurnWatch } from './turn-watch';
import { withUniqueCallIds } from './unique-call-ids';

/** Steps of the model in one turn, over all its segments. */
export const STEP_CAP = 25;
/** The most tokens of one step, including reasoning. */
const MAX_OUTPUT_TOKENS = 32_000;
/** How long the model may be silent, in milliseconds: before its first word, and between two. */
const SILENCE = { firstChunkMs: 180_000, chunkMs: 120_000 };

/** A segment that may begin: everything it works with is resolved. */
export interface Turn {
  gate: Gate;
  /** The tools that exist in it. */
  offered: readonly ConnectedTool[];
  /** What the run has called so far. */
  before: readonly CallRow[];
  /** Whether the model chooses among more tools than it is offered: then what it used is remembered. */
  hasSearch: boolean;
  /** Absent: every tool of every server is available. */
  missing: MissingTools | undefined;
  /**
   * What became of a plan that ended with steps left, in words.
   * @param isStopped nothing of the answer continues
   */
  planWords(isStopped: boolean): Promise<string[]>;
  /** Ends calls left open by the answer being continued, before the model continues. */
  resume(answer: UIMessage, calls: readonly Call[], publish: (chunk: UIMessageChunk) => void): Promise<void>;
  /**
   * Lets the model answer. The chunks have no `start`: the run publishes that itself.
   * @param messages the chat as stored; the last one is the person's, or the answer to continue
   * @param last calls that it makes in the model's place
   */
  speak(messages: UIMessage[], last?: readonly LastCall[]): Promise<ReadableStream<UIMessageChunk>>;
}

/** Lists the tools and sets up the gate. */
export async function prepareTurn(input: TurnInput): Promise<Turn> {
  const { context: given, authority } = input;
  const { db, caller } = given;
  const asOf = authority.serversVersion;
  // The server of the resumed call was asked a moment ago; all servers are asked again before the model answers.
  const asKnown = given.looked !== undefined && isFresh(given.looked);
  const { pageOf } = authority;
  const waitFor = pageOf === null ? serversOfOpenCalls(input) : [pageOf];
  const listing = await given.connections.list({
    waitFor,
    asOf,
    asKnown,
    forPages: pageOf !== null,
    forOrders: pageOf === null,
  });
  await endVoid(db, authority.grants, listing.tools, authority.rules);
  const { tools, prepare, denied, may, steps } = offerOf(input, listing);
  if (tools.hasSearch) tools.remember(await teamMemory(db, caller.teamId));
  const context = withOwnAnswers(given, tools.search);
  const plans = new PlansOfRun(context, input.approvals, may, STEP_CAP);
  const there = withSteps(tools.byName, plans);
  const gate = new Gate(
    context,
    { tools: there, isOffered: (name) => tools.isOffered(name), plans },
    input.approvals,
    new TurnWatch(input.before),
    new ServerWatch(given.connections, listing),
  );
  return {
    gate,
    offered: tools.permitted,
    before: input.before,
    hasSearch: tools.hasSearch,
    missing: missingFor(caller, listing.problems),
    planWords: (isStopped) => plans.words(isStopped, gate.step >= STEP_CAP),
    resume: async (answer, calls, publish) => {
      if (calls.some(({ toolName }) => tools.isHidden(toolName))) tools.readOrder(await input.said());
      const listed = new Map([...listing.tools, ...OWN_TOOLS].map((tool) => [tool.modelName, tool]));
      const known = { offered: there, listed, rows: newestRounds(input.before) };
      return resumeCalls({ context, gate, ...known, publish }, stepsOf(answer), calls);
    },
    speak: (messages, last = []) => {
      if (asKnown) void given.connections.list({ asOf }).catch(() => {});
      return speak(
        { ...input, context },
        { gate, tools, there, plans, prepare, denied, steps, last },
        messages,
      );
    },
  };
}

interface Speaking {
  gate: Gate;
  tools: RunTools;
  /** Including the tools of plan steps, which only the plan calls. */
  there: StepTools;
  plans: PlansOfRun;
  prepare(step: number, called: readonly string[]): Promise<StepOffer>;
  denied: readonly ConnectedTool[];
  /** What may be steps of a plan. */
  steps: readonly ConnectedTool[];
  /** Calls that are made in the model's place. */
  last: readonly LastCall[];
}

async function speak(
  input: TurnInput,
  speaking: Speaking,
  messages: UIMessage[],
): Promise<ReadableStream<UIMessageChunk>> {
  const { context } = input;
  const { gate, tools: runTools } = speaking;
  const orders = ordersIn(messages) ?? speaking.last;
  const asks = orders.length === 0;
  runTools.readChat(messages, orders);
  const tools = growingTools(speaking.there, context, gate, input.model.input ?? 'text');
  // Including those of resumed calls, whenever they were offered.
  tools.add([...runTools.callable, ...callsOf(messages.slice(-1)).map(({ toolName }) => toolName)]);
  const stepsTaken = stepsOf(messages.at(-1));
  const { left, isSpent } = await stepBudget(context, gate.watch, STEP_CAP - stepsTaken);
  const around = new Around(runTools);
  const { history, taken } = await readingOf(messages, { ...input, ...context, around, asks });
  const result = streamText({
    model: asks ? speaker(input, speaking, messages) : orderedModel(orders, runTools.permitted),
    providerOptions: input.model.providerOptions,
    messages: history,
    tools: tools.set,
    stopWhen: [isStepCount(asks ? Math.max(1, left) : 1), () => gate.watch.halt !== undefined, isSpent],
    toolApproval: ({ toolCall }) => gate.judge(toolCall),
    // Nothing is repaired: the SDK's own words would list the tools, and not mention the search.
    repairToolCall: async ({ error, toolCall }) => speakPlainly(error, toolCall.toolName, runTools.isChosen),
    prepareStep: preparing(speaking, { tools, around, stepsTaken, left }),
    abortSignal: context.signal,
    maxRetries: 1,
    maxOutputTokens: Math.min(input.model.maxOutput ?? MAX_OUTPUT_TOKENS, MAX_OUTPUT_TOKENS),
    timeout: SILENCE,
    // It is not used, and preparing it copies every event of the turn.
    telemetry: { isEnabled: false },
    onError: () => {},
    _internal: { generateId: randomToken },
  });
  return toUIMessageStream({
    stream: result.stream,
    tools: tools.rows,
    sendStart: false,
    redactToolErrors: false,
    onError: (error) => errorText(error, context.caller.role, input.model.isTeams),
    messageMetadata: ({ part }) => taken(part),
  });
}

interface Preparing {
  tools: GrowingTools;
  around: Around;
  /** Steps of the answer before the model starts; below, how many it has left. */
  stepsTaken: number;
  left: number;
}

/** What each step begins with: a call of a plan in progress, or the model with what it is offered. */
function preparing(
  { gate, tools: runTools, plans, prepare }: Speaking,
  { tools, around, stepsTaken, left }: Preparing,
): PrepareStepFunction<ToolSet> {
  return async ({ stepNumber, steps }) => {
    // Decided calls run before the first step, where no stop condition applies.
    if (gate.watch.halt) throw new Error('The turn ends here.');
    const step = stepsTaken + stepNumber + 1;
    gate.beginStep(step);
    const planned = left > 0 ? await plans.next(step) : undefined;
    const called = steps.flatMap(({ toolCalls }) => toolCalls.map(({ toolName }) => toolName));
    const offer = await plans.tellOf(await prepare(step, called), runTools.callable);
    tools.add(runTools.callable);
    around.instructions = offer.instructions.length;
    if (planned) {
      tools.put(planned.tool);
      const { modelName } = planned.tool;
      return { ...offer, model: callingModel([planned]), activeTools: [modelName], toolOrder: [modelName] };
    }
    if (left > 0) return tools.shorten(offer);
    // A decision came when all steps were used: what was confirmed runs, and the model only reports.
    gate.close();
    return { ...offer, activeTools: [] };
  };
}

/** The size of what accompanies the chat at a step; added up only if the provider reports no usage. */
class Around {
  /** In characters. */
  instructions = 0;

  constructor(private readonly tools: RunTools) {}

  get length(): number {
    return this.instructions + this.tools.length;
  }
}

/** By the names that people know. */
function tellLeftOut(context: TurnContext, { byName }: RunTools, leftOut: readonly LeftOut[]): void {
  const tools = leftOut.flatMap(({ tool: known, why }) => {
    const tool = byName.get(known);
    return tool ? [{ server: tool.server, name: tool.name, why }] : [];
  });
  context.leaveOut?.(tools);
}

/** The model for this turn: able to see files in the team's results, if there are any. */
function speaker(
  { model, context, authority }: TurnInput,
  { gate, tools, denied, steps }: Speaking,
  messages: UIMessage[],
): LanguageModelV4 {
  const { db, caller } = context;
  const known = { permitted: tools.permitted, denied, steps };
  const told = model.told?.(resolvedTurn(authority, known, messages));
  const seeing = told ?? model.handed?.(markedIn(db, caller.teamId)) ?? model.model;
  const tell = (leftOut: LeftOut[]) => tellLeftOut(context, tools, leftOut);
  const taking = withoutRefused(seeing, tell, knownRefusals(), caller.teamId);
  return withUniqueCallIds(
    metered(seenModel(taking, 'turn'), (text) => {
      gate.watch.halt ??= { kind: 'enough', text };
    }),
    new Set(callsOf(messages).map(({ toolCallId }) => toolCallId)),
  );
}

const callsOf = (messages: readonly UIMessage[]) => messages.flatMap(({ parts }) => parts.filter(isCall));

/** How many steps a continued answer has taken. */
function stepsOf(message: UIMessage | undefined): number {
  if (message?.role !== 'assistant') return 0;
  return message.parts.filter((part) => part.type === 'step-start').length;
}
