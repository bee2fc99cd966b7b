import 'server-only';
/**
 * A plan at this moment: every step is looked up among the available tools, checked against its schema, judged, and
 * previewed. The result is what the card shows and what its confirmation is bound to; it is recomputed when somebody
 * confirms, and right before the plan begins.
 */
import { AppError } from '@/lib/errors';
import { asksAgain, type Asking as StepAsking } from '@/lib/plans/coverage';
import { mayCreate } from '@/lib/plans/created';
import { type CardPreview, type PlanStep, type ShownStep, stepsOf } from '@/lib/plans/plan';
import { PLAN_TOOL } from '@/lib/plans/plan-tool';
import { asFarAsKnown, referencesIn, spelled, UNKNOWN } from '@/lib/plans/references';
import { isStricter, type Requirement } from '@/lib/policy/policy';
import { longestHold, rulesFor } from '@/lib/rules/policy-rules';
import { OWN_SERVER } from '@/lib/tools/own-server-name';
import type { ConnectedTool, Connections } from '@/lib/tools/types';
import { validateInput } from '@/lib/tools/validate-input';
import { quoted } from '@/lib/values/text';
import type { ResolvedAnnotations, Risk } from '@/mcp/annotations';
import type { Preview } from '@/mcp/define-tool';
import { type Authority, judgeNow, type Ruling } from '../authority';
import { type Reading, shownOf } from '../readable';

export interface LookedPlan {
  ruling: Ruling;
  preview: CardPreview;
  /** Of the step that can do most harm. */
  risk: Risk;
  annotations: ResolvedAnnotations;
}

interface Looking extends Reading {
  tools: readonly ConnectedTool[];
  authority: Authority;
}

/** When a plan is proposed, nobody has confirmed anything yet. */
const ASKED = { apart: '' };

/**
 * @throws AppError bad_request: the plan cannot be carried out as it is, with the step and the reason; whatever a
 * companion throws
 */
export async function lookAtPlan(looking: Looking, input: unknown): Promise<LookedPlan> {
  const steps = stepsOf(input);
  const found: Found[] = [];
  for (const step of steps) found.push(checked(looking, step, found));
  const shown: ShownStep[] = [];
  for (const one of found) shown.push(await show(looking, one));
  const rulings = found.map(({ ruling }) => ruling);
  const worst = found.map(({ tool }) => tool).reduce((one, other) => (isWorse(other, one) ? other : one));
  return {
    ruling: together(rulings),
    preview: { lines: shown.map(lineOf), plan: { steps: shown } },
    risk: worst.risk,
    annotations: worst.annotations,
  };
}

/**
 * The same for a plan that was shown before: its steps' servers are listed again.
 * @returns also the version of the team's servers with which it was compared
 */
export async function lookAtPlanAgain(
  looking: Omit<Looking, 'tools' | 'connections'> & { connections: Connections },
  input: unknown,
): Promise<LookedPlan & { serversVersion: number }> {
  const { connections, authority } = looking;
  const asOf = authority.serversVersion;
  const elsewhere = new Set(stepsOf(input).map(({ server }) => server));
  elsewhere.delete(OWN_SERVER);
  let listing = await connections.list({ asOf });
  for (const fresh of elsewhere) listing = await connections.list({ asOf, fresh });
  const silent = listing.problems.find(({ server }) => elsewhere.has(server));
  // What the plan would do is unknown while one of its servers does not answer.
  if (silent) throw new Error(`${quoted(silent.server)} does not tell its tools now.`);
  const looked = await lookAtPlan({ ...looking, tools: listing.tools }, input);
  return { ...looked, serversVersion: listing.serversVersion ?? asOf };
}

/** The plan's tool, with the risk of its steps. */
export function planTool({ risk, annotations }: Pick<LookedPlan, 'risk' | 'annotations'>): ConnectedTool {
  return { ...PLAN_TOOL, risk, annotations };
}

/** A step that can be shown. */
interface Found {
  step: PlanStep;
  tool: ConnectedTool;
  known: Record<string, unknown>;
  ruling: Ruling & { effect: Requirement };
  from: number[];
  again: ShownStep['asksAgain'];
}

function checked({ tools, authority }: Looking, step: PlanStep, before: readonly Found[]): Found {
  const refuse = (why: string): never => {
    throw new AppError('bad_request', `Step ${step.step} of the plan cannot be carried out: ${why}`);
  };
  const last = before.at(-1)?.step.step ?? 0;
  if (step.step <= last) refuse(`its number must be greater than ${last}.`);
  const tool = tools.find(
    (one) => one.server === step.server && [one.name, one.modelName].includes(step.tool),
  );
  if (!tool || tool.subAgent || tool.onlyFor === 'page') {
    return refuse(
      `there is no tool ${quoted(step.tool)} of the server ${quoted(step.server)} that a plan can have.`,
    );
  }
  const references = referencesIn(step.arguments);
  const sources = new Map(before.map((one) => [one.step.step, one]));
  for (const reference of references) {
    if (sources.has(reference.step)) continue;
    const what = `${quoted(spelled(reference), 200)} names a result of step ${reference.step}`;
    refuse(`${what}, which the plan does not have before it. Take this step out too, or change it.`);
  }
  const known = asFarAsKnown(step.arguments);
  const fits = validateInput(tool, known, (value) => value === UNKNOWN);
  if (!fits.ok) refuse(fits.message);
  const ruling = judgeNow(tool, known, authority, false, ASKED);
  const { effect } = ruling;
  if (effect === 'deny') return refuse(ruling.reason);
  const isMarked = before.some((one) => isOutside(one.tool));
  const again = asksAgain(step.arguments, askingOf(tool, authority, isMarked), (of) => {
    const source = sources.get(of);
    // A step that takes over untrusted words may return them in its result.
    return (
      source && {
        isOutside: isOutside(source.tool) || source.again === 'outside',
        created: mayCreate(source.tool),
      }
    );
  });
  return {
    step,
    tool,
    known,
    again,
    ruling: { ...ruling, effect: effect === 'allow' ? 'ask' : effect },
    from: [...new Set(references.map((one) => one.step))],
  };
}

/**
 * What makes a step with this tool ask about values that it takes over.
 * @param isMarked words from outside will have come into the chat by then
 */
export function askingOf(tool: ConnectedTool, { rules, outside }: Authority, isMarked = false): StepAsking {
  const { team, own, critical } = rulesFor(rules, tool);
  const said = [own, ...team.map(({ effect }) => effect)];
  return {
    risk: tool.risk,
    isRuled: critical || said.some((effect) => effect !== undefined && effect !== null && effect !== 'allow'),
    isOpen: isMarked || outside !== null || tool.annotations.openWorldHint,
  };
}

function isOutside({ trusted, annotations }: ConnectedTool): boolean {
  return !trusted || annotations.openWorldHint;
}

async function show(looking: Looking, found: Found): Promise<ShownStep> {
  const { step, tool, known, ruling, from, again } = found;
  const preview: Preview | null = from.length > 0 ? null : await shownOf(looking, tool, known);
  return {
    ...step,
    name: tool.name,
    modelName: tool.modelName,
    title: tool.title,
    serverUrl: tool.serverUrl,
    trusted: tool.trusted,
    risk: tool.risk,
    definitionHash: tool.definitionHash,
    contractHash: tool.contractHash,
    requirement: ruling.effect,
    reason: ruling.reason,
    critical: ruling.critical,
    preview,
    from,
    asksAgain: again,
  };
}

/** For readers of the preview that do not know plans. */
function lineOf({ step, server, title, name, trusted, why }: ShownStep) {
  return { label: `${step}. ${trusted ? title : name} (${server})`.slice(0, 500), value: why };
}

/** The strictest of its steps decides who is asked, what is required, and for how long. */
function together(rulings: readonly (Ruling & { effect: Requirement })[]): Ruling {
  const [first, ...others] = rulings;
  if (!first) throw new AppError('bad_request', 'A plan needs at least one step.');
  const strictest = others.reduce(
    (one, other) => (isStricter(other.effect, one.effect) ? other : one),
    first,
  );
  const hours = rulings.flatMap(({ openForHours }) => openForHours ?? []);
  return {
    effect: strictest.effect,
    rule: 'proposal',
    reason: 'A plan asks once, for all its steps, and as the strictest of them would.',
    critical: rulings.some(({ critical }) => critical),
    grantable: false,
    openForHours: hours.length > 0 ? Math.min(...hours) : null,
    // If one step is held, all are: a plan is taken back as a whole.
    holdSeconds: longestHold(rulings),
    policyVersion: first.policyVersion,
  };
}

const RISKS: readonly Risk[] = ['read-only', 'write', 'destructive'];

function isWorse(one: ConnectedTool, other: ConnectedTool): boolean {
  const [mine, others] = [one, other].map(({ risk, trusted }) => RISKS.indexOf(risk) + (trusted ? 0 : 1));
  return (mine ?? 0) > (others ?? 0);
}
