/**
 * Which of the offered tools a request means. Words first (rare ones count more), then what the tool does, then
 * how well its parameters can be filled. A tool that does more than read is only considered when the request
 * asks for just that act and names what it acts upon: nothing is written on a guess.
 */
import type { DraftCall } from './draft-call';
import { fillArguments } from './fill-arguments';
import type { Request } from './read-request';
import { isToChange } from './score-act';
import { optionStems, scoreTools } from './score-tool';
import { closest } from './synonyms';
import { CrossedOut } from './tokens';
import type { OfferedTool } from './toolbox';
import { isSmallWord } from './words';

export type Choice =
  | { kind: 'chosen'; call: DraftCall }
  /** Several tools that write fit alike. */
  | { kind: 'several'; calls: DraftCall[] }
  /** It asks to change something, and nothing that is offered does that. */
  | { kind: 'cannot-write'; request: Request }
  | { kind: 'none' };

const FILLED_AT_MOST = 10;
const CLOSE = 0.75;

export function chooseTool(asked: Request, toolbox: readonly OfferedTool[]): Choice {
  const request = withOwnVerb(asked, toolbox);
  const drafts = scoreTools(request, toolbox)
    .slice(0, FILLED_AT_MOST)
    .map(({ tool, score }) => {
      const call = fillArguments(tool, request);
      return { call, score: score + scoreFilling(call) };
    })
    .sort((one, other) => other.score - one.score);
  const [best, second] = drafts;
  if (!best || best.score <= 0) {
    return isToChange(request) ? { kind: 'cannot-write', request } : { kind: 'none' };
  }
  const isClose = second !== undefined && best.score - second.score < CLOSE;
  const bothWrite = !best.call.tool.reads && second?.call.tool.reads === false;
  return isClose && bothWrite
    ? { kind: 'several', calls: [best.call, second.call] }
    : { kind: 'chosen', call: best.call };
}

/**
 * A first word that no list of verbs knows: a verb when a tool does just that, or when it stands before "the" and
 * means nothing to any tool ("reconcile the statement"): then it asks for an act, and not to be shown something.
 */
function withOwnVerb(request: Request, toolbox: readonly OfferedTool[]): Request {
  const [first, second] = request.tokens;
  if (request.verb || request.manner !== 'question' || first?.kind !== 'word' || isSmallWord(first.text)) {
    return request;
  }
  const isOffered = toolbox.some((tool) => tool.actions.includes(first.stem));
  const isDirected = /^(the|a|an|all|my|our|this|that|these|those|every|each)$/i.test(second?.text ?? '');
  const isKnown = toolbox.some((tool) => closest(first.stem, vocabularyOf(tool)) > 0);
  if (!isOffered && (!isDirected || isKnown)) return request;
  const crossedOut = new CrossedOut([first]);
  return { ...request, manner: 'order', action: first.stem, verb: first, crossedOut };
}

function vocabularyOf(tool: OfferedTool): string[] {
  const options = tool.params.flatMap((param) => param.options.flatMap(optionStems));
  return [...tool.nouns, ...tool.aboutStems, ...options];
}

/** Arguments found speak for a tool; what is missing, and names that it has no use for, against it. */
function scoreFilling(call: DraftCall): number {
  const { tool, request } = call;
  const isAbout = request.tokens.some((token) => closest(token.stem, tool.nouns) > 0);
  // A name looked up as that of a thing which the text does not speak of is little more than a guess.
  const lookup = tool.reads ? (isAbout ? 0.2 : -0.6) : 0.4;
  return (
    0.4 * Math.min(call.args.size, 4) +
    lookup * call.named.length -
    (tool.reads ? 3 : 1.2) * call.missing.length -
    (isAbout && tool.many ? 1 : 2) * call.leftover.filter((span) => span.form !== 'words').length -
    1.5 * Math.min(call.idleDates.length, 1)
  );
}
