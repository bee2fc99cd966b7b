/**
 * In plan mode what changes something may not be called, but may be a step of a plan that a person confirms: a single
 * request is proposed as a plan of one step.
 */
import { type Move, type Need, type Plan, rowOf } from './desk';
import type { MadeCall } from './read-prompt';
import { OWN_SERVER, PLAN_TOOL, type ResolvedTurn } from './resolved-turn';

const LONGEST_WHY = 300;
const IN_PLAN_MODE = 'This chat is in plan mode, so I propose it as a plan of one step.';

const plannedTool = ({ planned = [] }: ResolvedTurn, bare: string) =>
  planned.find(({ server, name }) => server === OWN_SERVER && name === bare);

interface Offer {
  turn: ResolvedTurn;
  made: readonly MadeCall[];
  offered: ReadonlySet<string>;
}

/** Whether this tool is reached by a plan: one that was made, or one that can be proposed. */
export function isPlanned(bare: string, { turn, made, offered }: Offer): boolean {
  const isOpen = offered.has(PLAN_TOOL) || made.some(({ tool }) => tool === PLAN_TOOL);
  return isOpen && turn.mode === 'plan' && plannedTool(turn, bare) !== undefined;
}

/** The need as a plan of one step. */
export function planOf({ tool, input, say = '', does }: Need, plan: Plan): Move {
  const what = plainWords(does ?? plan.does);
  const why = `${what.charAt(0).toUpperCase()}${what.slice(1, LONGEST_WHY - 1)}.`;
  const step = { step: 1, server: OWN_SERVER, tool, arguments: input, why };
  return {
    say: [say, IN_PLAN_MODE].filter((one) => one !== '').join(' '),
    calls: [{ tool: PLAN_TOOL, input: { steps: [step] } }],
  };
}

/** Without the marks of markdown: the card shows it as written. */
const plainWords = (text: string) => text.replace(/\*\*/g, '').replace(/\\(?=[^\p{L}\p{N}\s])/gu, '');

/**
 * The call that a confirmed plan made for this need; the plan itself if it was refused or failed. A plan that a person
 * edited counts as the one that was proposed: nothing is proposed twice.
 * @param isSame whether two arguments are the same
 */
export function madeByPlan(
  { tool, input }: Need,
  { turn, made }: Pick<Offer, 'turn' | 'made'>,
  isSame: (one: unknown, other: unknown) => boolean,
): MadeCall | undefined {
  const at = made.findIndex((call) => call.tool === PLAN_TOOL && holds(call));
  const plan = made[at];
  if (plan?.outcome.kind !== 'value') return plan;
  const name = plannedTool(turn, tool)?.modelName;
  const ran = made.slice(at + 1).find((call) => call.tool === name);
  if (!ran) return { ...plan, outcome: { kind: 'missing' } };
  return plan.editedBy === undefined ? ran : { ...ran, editedBy: ran.editedBy ?? plan.editedBy };

  function holds({ input: given, editedBy }: MadeCall): boolean {
    const steps: unknown[] = Array.isArray(given.steps) ? given.steps : [];
    return steps
      .map(rowOf)
      .some((step) => step.tool === tool && (editedBy !== undefined || isSame(step.arguments, input)));
  }
}
