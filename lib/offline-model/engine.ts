/** The offline model's next step: a few words, a call, or the answer. Pure: the same prompt gives the same move. */
import type { LanguageModelV4CallOptions } from '@ai-sdk/provider';
import { type Move, type Need, type Plan, Told } from './desk';
import { readFiles } from './intents/files';
import { foreignCall } from './intents/foreign';
import { proposedPlan } from './intents/propose-plan';
import { isPlanned, madeByPlan, planOf } from './planned-call';
import { type Exchange, type MadeCall, readPrompt } from './read-prompt';
import { otherLanguage } from './reading/other-language';
import { OWN_SERVER, PLAN_TOOL, type ResolvedTurn } from './resolved-turn';
import { escapeText } from './saying/format';
import {
  deniedCall,
  failedCall,
  fileTalk,
  notEnglish,
  notUnderstood,
  refusal,
  smallTalk,
  unreadFiles,
} from './saying/talk';
import { understand } from './understand';

type Options = Pick<LanguageModelV4CallOptions, 'prompt' | 'tools' | 'toolChoice'>;

interface Step {
  turn: ResolvedTurn;
  made: readonly MadeCall[];
  /** Names of the tools that may be called in this step. */
  offered: ReadonlySet<string>;
}

const SEARCH = 'search_tools';
const say = (text: string): Move => ({ say: text, calls: [] });

/** @param now what "today" is */
export function nextMove(options: Options, turn: ResolvedTurn, now: Date): Move {
  const exchanges = readPrompt(options.prompt, turn.edited);
  const { files = [], calls = [], request = '' } = exchanges.at(-1) ?? {};
  if (files.length === 0 || calls.length > 0) return moveFor(exchanges, options, turn, now);
  const unread = unreadFiles(files);
  if (request.trim() === '') return say(unread);
  const aboutThem = fileTalk(request, files);
  if (aboutThem !== undefined) return say(aboutThem);
  const move = moveFor(exchanges, options, turn, now);
  return { ...move, say: `${unread}\n\n${move.say}` };
}

function moveFor(asked: Exchange[], { tools, toolChoice }: Options, turn: ResolvedTurn, now: Date): Move {
  const { exchanges, wantsChart } = withoutChart(asked);
  const current = exchanges.at(-1);
  if (!current) return say(notUnderstood('', [], turn));
  const offered = new Set(toolChoice?.type === 'none' ? [] : (tools ?? []).map(({ name }) => name));
  const step = { turn, made: current.calls, offered };
  const talk = smallTalk(current.request, turn);
  if (talk !== undefined) return say(talk);
  const named =
    proposedPlan(current, offered) ??
    foreignCall(current, turn, offered) ??
    readFiles(current, turn, offered);
  if (named) return named;
  const language = otherLanguage(current.request);
  if (language) return say(notEnglish(current.request, language, turn));
  const aboutFile = fileTalk(current.request);
  if (aboutFile !== undefined && current.calls.length === 0) return say(aboutFile);
  const understood = understand(exchanges, { turn, now, exchanges });
  if ('say' in understood) return say(understood.say);
  if ('unknown' in understood) return say(notUnderstood(current.request, understood.unknown, turn));
  const move = carryOut(understood, step);
  return wantsChart ? drawnFirst(move, step) : move;
}

const CHART =
  /(?:\b(?:show|draw|make|plot)(?: me)?\s+)?\b(?:as |in )?(?:an? |the )?(?:(?:bar|line|pie) )?(?:chart|graph|plot|diagram)s?\b(?:\s+(?:of|for|from|with)\b)?/i;
const SHOW = 'show_chart';

/** "Chart of spending in October" asks for spending in October, and for a chart of it. */
function withoutChart(exchanges: Exchange[]): { exchanges: Exchange[]; wantsChart: boolean } {
  const current = exchanges.at(-1);
  const request = current?.request.replace(CHART, ' ').replace(/\s+/g, ' ').trim() ?? '';
  if (!current || request === '' || !CHART.test(current.request)) return { exchanges, wantsChart: false };
  return { exchanges: [...exchanges.slice(0, -1), { ...current, request }], wantsChart: true };
}

/** Before the answer, its result is drawn as a chart: by naming the tool, never with figures of the model's own. */
function drawnFirst(move: Move, { turn, made, offered }: Step): Move {
  const isOver = move.calls.length > 0 || made.some(({ tool }) => tool === SHOW);
  const last = made.findLast(({ tool, outcome }) => {
    const isOwn = turn.tools.some((one) => one.server === OWN_SERVER && one.modelName === tool);
    return isOwn && outcome.kind === 'value';
  });
  if (isOver || !last || !offered.has(SHOW)) return move;
  return { say: '', calls: [{ tool: SHOW, input: { call: last.tool } }] };
}

function ownTool(turn: ResolvedTurn, bare: string) {
  return turn.tools.find(({ server, name }) => server === OWN_SERVER && name === bare);
}

/** Runs the plan's script over the calls already made, up to the next call or its end. */
function carryOut(plan: Plan, step: Step): Move {
  if (plan.tools.some((bare) => !ownTool(step.turn, bare) && !isPlanned(bare, step)))
    return say(refusal(plan, step.turn));
  const script = plan.run();
  const edits: string[] = [];
  try {
    for (let next = script.next(); ; ) {
      if (next.done) return say([...edits, next.value].join(' '));
      const made = madeFor(next.value, step);
      if (!made) return callFor(next.value, plan, step);
      const { outcome, editedBy } = made;
      if (editedBy)
        edits.push(
          `${escapeText(JSON.stringify(editedBy))} changed this on the card before it ran: ${argumentsOf(made, next.value)}.`,
        );
      if (outcome.kind === 'denied') return say(deniedCall(plan, outcome.reason));
      if (outcome.kind === 'error') return say([...edits, failedCall(plan, outcome.message)].join(' '));
      if (outcome.kind === 'missing')
        return say(failedCall(plan, 'Its answer is missing, and its outcome is unknown.'));
      next = script.next(outcome.value);
    }
  } catch (told) {
    if (told instanceof Told) return say(told.text);
    throw told;
  }
}

/** A call that a person edited on the card counts as the one that was requested. */
function madeFor({ tool, input }: Need, { made, turn }: Pick<Step, 'made' | 'turn'>): MadeCall | undefined {
  const name = ownTool(turn, tool)?.modelName;
  if (name === undefined)
    return madeByPlan({ tool, input }, { made, turn }, (one, other) => sorted(one) === sorted(other));
  const wanted = sorted(input);
  return made.find(
    (call) => call.tool === name && (call.editedBy !== undefined || sorted(call.input) === wanted),
  );
}

function argumentsOf(made: MadeCall, { input }: Need): string {
  const changed = Object.entries(made.input).filter(([name, value]) => sorted(value) !== sorted(input[name]));
  return changed
    .map(([name, value]) => `${name} ${escapeText(typeof value === 'string' ? value : sorted(value))}`)
    .join(', ');
}

function callFor(need: Need, plan: Plan, step: Step): Move {
  const { tool: bare, input, say: words = '' } = need;
  const { turn, made, offered } = step;
  const tool = ownTool(turn, bare);
  if (!tool && offered.has(PLAN_TOOL)) return planOf(need, plan);
  if (!tool && offered.size > 0) return say(refusal(plan, turn));
  if (tool && offered.has(tool.modelName)) return { say: words, calls: [{ tool: tool.modelName, input }] };
  const query = bare.replaceAll('_', ' ');
  const hasSearched = made.some((call) => call.tool === SEARCH && call.input.query === query);
  if (offered.has(SEARCH) && !hasSearched) return { say: '', calls: [{ tool: SEARCH, input: { query } }] };
  if (offered.size === 0)
    return say(`I stopped here: this needs more steps than one turn has (${plan.does}).`);
  return say(refusal(plan, turn));
}

/** JSON with sorted keys: the database may have changed their order. */
function sorted(value: unknown): string {
  const text = JSON.stringify(value, (_, field: unknown) =>
    typeof field === 'object' && field !== null && !Array.isArray(field)
      ? Object.fromEntries(Object.entries(field).sort(([one], [other]) => (one < other ? -1 : 1)))
      : field,
  );
  return text ?? '';
}
