/** What the offline model does next: a few words, calls, or the answer. Pure: the same prompt gives the same plan. */
import type { LanguageModelV4CallOptions } from '@ai-sdk/provider';
import { answerTo } from './answer';
import { carryOut } from './carry-out';
import { chooseTool } from './choose-tool';
import type { DraftCall } from './draft-call';
import { fillArguments } from './fill-arguments';
import { asksForMore, fullRequest, nextPage } from './follow-up';
import { findMade, type PlannedCall } from './made-calls';
import { conditionIn } from './not-understood';
import { type Exchange, readPrompt } from './read-prompt';
import { readRequest } from './read-request';
import { pageOf } from './rows';
import { aboutDoing, cannotHelp, cannotWrite, denied, failed, noConditions, whichOne } from './say';
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
  const toolbox = options.toolChoice?.type === 'none' ? [] : readToolbox(options.tools);
  const exchanges = readPrompt(options.prompt);
  const current = exchanges.at(-1);
  if (!current) return { say: cannotHelp(toolbox), calls: [] };
  const move = turnPage(exchanges, toolbox, now) ?? answerRequests(current, exchanges, toolbox, now);
  const refused = current.calls.find((call) => call.outcome.kind === 'denied');
  if (move.calls.length === 0 || refused?.outcome.kind !== 'denied') return move;
  // Whatever the rules would do next: after a no nothing more is called in this turn.
  const tool = toolbox.find((one) => one.name === refused.tool);
  return { say: denied(tool, '', refused.outcome.reason), calls: [] };
}

/** "more" after a list. */
function turnPage(
  exchanges: readonly Exchange[],
  toolbox: readonly OfferedTool[],
  now: Date,
): Move | undefined {
  const next = nextPage(exchanges, toolbox);
  const tool = next && toolbox.find((one) => one.name === next.call.tool);
  if (!next || !tool) {
    const isMore = exchanges.length > 1 && asksForMore(exchanges.at(-1)?.request ?? '');
    return isMore ? { say: 'There is nothing more to show.', calls: [] } : undefined;
  }
  const made = findMade(exchanges.at(-1)?.calls ?? [], next.call);
  if (!made) return { say: '', calls: [next.call] };
  const call = fillArguments(tool, readRequest(next.request, now));
  if (made.outcome.kind !== 'value') return { say: failed(tool, 'the tool gave no answer.'), calls: [] };
  const { value } = made.outcome;
  return {
    say: answerTo({ call, input: next.call.input, value, target: undefined, page: pageOf(value) }),
    calls: [],
  };
}

function answerRequests(
  current: Exchange,
  exchanges: readonly Exchange[],
  toolbox: readonly OfferedTool[],
  now: Date,
): Move {
  const message = fullRequest(exchanges, now);
  const whole = readRequest(message, now);
  const talk = smallTalk(whole, toolbox, message);
  if (talk !== undefined) return { say: talk, calls: [] };
  const said: string[] = [];
  let { calls: made } = current;
  const parts = splitRequest(whole.text).map((part) => understand(part, toolbox, now));
  const doubt = parts.map(conditionOf).find((say) => say !== undefined);
  if (doubt !== undefined) return { say: doubt, calls: [] };
  for (const understood of parts) {
    if ('say' in understood) return { say: [...said, understood.say].join('\n\n'), calls: [] };
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
    said.push(progress.kind === 'done' ? answerTo(progress.result) : progress.say);
    if (progress.kind === 'stuck') break;
  }
  return { say: said.join('\n\n'), calls: [] };
}

/** A condition may hold for all that is asked: before anything is done, all of it is looked at. */
function conditionOf(understood: ReturnType<typeof understand>): string | undefined {
  const condition = 'call' in understood && !understood.call.tool.reads && conditionIn(understood.call);
  return condition ? noConditions(understood.call, condition) : undefined;
}

function understand(
  message: string,
  toolbox: readonly OfferedTool[],
  now: Date,
): { call: DraftCall } | { say: string } {
  const request = readRequest(message, now);
  if (request.manner === 'negated') return { say: 'All right: I am not doing that. Nothing was done.' };
  if (request.manner === 'about') return { say: aboutDoing(request, toolbox) };
  const choice = chooseTool(request, toolbox);
  if (choice.kind === 'chosen') return { call: choice.call };
  if (choice.kind === 'several') return { say: whichOne(choice.calls) };
  return { say: choice.kind === 'cannot-write' ? cannotWrite(choice.request, toolbox) : cannotHelp(toolbox) };
}
