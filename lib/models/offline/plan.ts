/** What the offline model does next: a few words, calls, or the answer. Pure: the same prompt gives the same plan. */
import type { LanguageModelV4CallOptions } from '@ai-sdk/provider';
import { answerTo } from './answer';
import { arrange } from './arrange';
import { carryOut } from './carry-out';
import { chooseTool } from './choose-tool';
import type { DraftCall } from './draft-call';
import { fillArguments } from './fill-arguments';
import { asksForMore, fullRequest, type ListedBefore, listBefore } from './follow-up';
import { MOST_ROWS } from './list-answer';
import { findMade, hasRunBeside, type PlannedCall } from './made-calls';
import { deniedAct, withThing } from './not-offered';
import { conditionIn } from './not-understood';
import { followPages } from './pages';
import { deniedIn, type Exchange, isCardless, readPrompt } from './read-prompt';
import { readRequest } from './read-request';
import { pageOf } from './rows';
import {
  aboutDoing,
  cannotHelp,
  cannotWrite,
  denied,
  failed,
  noConditions,
  notAllowed,
  whichOne,
} from './say';
import { smallTalk } from './small-talk';
import { splitRequest } from './split-request';
import { type OfferedTool, readToolbox } from './toolbox';

export interface Move {
  say: string;
  calls: PlannedCall[];
}

const MOST_STEPS = 6;

/** @param now what "today" is */
export function plan(
  options: Pick<LanguageModelV4CallOptions, 'prompt' | 'tools' | 'toolChoice'>,
  now: Date,
): Move {
  const toolbox =
    options.toolChoice?.type === 'none' ? [] : readToolbox(options.tools, isCardless(options.prompt));
  const exchanges = readPrompt(options.prompt);
  const current = exchanges.at(-1);
  if (!current) return { say: cannotHelp(toolbox), calls: [] };
  const house = { exchanges, toolbox, now, denied: deniedIn(options.prompt) };
  const move = turnPage(exchanges, toolbox, now) ?? answerRequests(current, house);
  const refused = current.calls.find((call) => call.outcome.kind === 'denied');
  if (move.calls.length === 0 || refused?.outcome.kind !== 'denied') return move;
  // Whatever the rules would do next: after a no nothing more is called in this turn.
  const tool = toolbox.find((one) => one.name === refused.tool);
  const hasRun = hasRunBeside(current.calls, refused);
  return { say: denied(tool, '', refused.outcome.reason, hasRun), calls: [] };
}

/** "more" after a list. */
function turnPage(
  exchanges: readonly Exchange[],
  toolbox: readonly OfferedTool[],
  now: Date,
): Move | undefined {
  const listed = listBefore(exchanges, toolbox, now);
  if (!listed) {
    const isMore = exchanges.length > 1 && asksForMore(exchanges.at(-1)?.request ?? '');
    return isMore ? { say: 'There is nothing more to show.', calls: [] } : undefined;
  }
  const move = showMore(listed, fillArguments(listed.tool, readRequest(listed.request, now)));
  return move ?? { say: 'There is nothing more to show.', calls: [] };
}

/** The rows behind those that were shown: of what was read already, else of the next page. */
function showMore({ first, tool, answers }: ListedBefore, call: DraftCall): Move | undefined {
  if (first.outcome.kind !== 'value') return undefined;
  const { value } = first.outcome;
  const begun = pageOf(value);
  if (!begun) return undefined;
  const after = (count: number) => followPages(call, first, begun, answers.slice(0, count).flat());
  let skip = 0;
  for (let count = 1; count < answers.length; count += 1) {
    skip = Math.min(skip + MOST_ROWS, arrange(call, after(count).read).rows.length);
  }
  const { read, next } = after(answers.length);
  if (arrange(call, read).rows.length > skip) {
    return {
      say: answerTo({ call, input: first.input, value, target: undefined, page: read, skip }),
      calls: [],
    };
  }
  if (!next || call.order?.count !== undefined) return undefined;
  const made = findMade(answers.at(-1) ?? [], next);
  if (made?.outcome.kind === 'error') return { say: failed(tool, made.outcome.message), calls: [] };
  return made ? undefined : { say: '', calls: [next] };
}

/** What a request is read against. */
interface House {
  exchanges: readonly Exchange[];
  toolbox: readonly OfferedTool[];
  now: Date;
  /** Names of tools that people have denied. */
  denied: readonly string[];
}

function answerRequests(current: Exchange, house: House): Move {
  const { exchanges, toolbox, now } = house;
  const message = fullRequest(exchanges, now);
  const whole = readRequest(message, now);
  const talk = smallTalk(whole, toolbox, message);
  if (talk !== undefined) return { say: talk, calls: [] };
  const said: string[] = [];
  let hasWritten = false;
  const after = (say: string) =>
    hasWritten ? say.replace('Nothing was done', 'Nothing more was done') : say;
  let { calls: made } = current;
  const parts = splitRequest(whole.text).map((part) => understand(part, house));
  const doubt = parts.map(conditionOf).find((say) => say !== undefined);
  if (doubt !== undefined) return { say: doubt, calls: [] };
  for (const understood of parts) {
    if ('say' in understood) return { say: [...said, after(understood.say)].join('\n\n'), calls: [] };
    const stepsLeft = MOST_STEPS - current.steps;
    const progress = carryOut(understood.call, { exchanges, made, toolbox, stepsLeft });
    if (progress.kind === 'call') {
      if (stepsLeft > 0) return { say: progress.say, calls: progress.calls };
      return {
        say: [...said, 'I stopped here: this needs more steps than I take in one turn.'].join('\n\n'),
        calls: [],
      };
    }
    if (progress.kind === 'done') made = made.slice(progress.madeUntil);
    said.push(progress.kind === 'done' ? answerTo(progress.result) : after(progress.say));
    hasWritten ||= progress.kind === 'done' && !understood.call.tool.reads;
    if (progress.kind === 'stuck') break;
  }
  return { say: said.join('\n\n'), calls: [] };
}

/** A condition may hold for all that is asked: before anything is done, all of it is looked at. */
function conditionOf(understood: ReturnType<typeof understand>): string | undefined {
  const condition = 'call' in understood && !understood.call.tool.reads && conditionIn(understood.call);
  return condition ? noConditions(understood.call, condition) : undefined;
}

function understand(message: string, house: House): { call: DraftCall } | { say: string } {
  const { exchanges, toolbox, now } = house;
  const request = readRequest(message, now);
  if (request.manner === 'negated') return { say: 'All right: I am not doing that. Nothing was done.' };
  if (request.manner === 'about') return { say: aboutDoing(request, toolbox) };
  const act = deniedAct(request, house.denied, toolbox);
  if (act !== undefined) return { say: notAllowed(act) };
  const choice = chooseTool(request, toolbox);
  if (choice.kind === 'chosen') return { call: choice.call };
  if (choice.kind === 'several') return { say: whichOne(choice.calls) };
  if (choice.kind === 'none') return { say: cannotHelp(toolbox) };
  const said = withThing(message, exchanges, toolbox);
  const meant = said === undefined ? undefined : chooseTool(readRequest(said, now), toolbox);
  return meant?.kind === 'chosen' ? { call: meant.call } : { say: cannotWrite(choice.request, toolbox) };
}
