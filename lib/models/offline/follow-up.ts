/** Messages that only make sense after the one before: the name that was asked for, a missing detail, "more". */
import type { Exchange, MadeCall } from './read-prompt';
import { readRequest } from './read-request';
import { pageOf } from './rows';
import { splitRequest } from './split-request';
import type { OfferedTool } from './toolbox';

/** What the model itself asks with; only its own questions are taken up. */
const UNCLEAR = /(?:^|\n)(?:“([^”\n]+)” is not clear: |I found no [^“\n]{1,60} called “([^”\n]+)”)/;
const NEEDED = /(?:^|\n)To [^\n]{1,200} I still need: /;
const LONGEST_ANSWER = 120;
const MOST_LINKS = 4;

/** The request that the latest message stands for, together with the earlier one that it completes. */
export function fullRequest(exchanges: readonly Exchange[], now: Date, links = 0): string {
  const current = exchanges.at(-1);
  const before = exchanges.slice(0, -1);
  const last = before.at(-1);
  if (!current) return '';
  const message = current.request;
  if (!last || links > MOST_LINKS || !isBareAnswer(message, now)) return message;
  const earlier = () => fullRequest(before, now, links + 1);
  const unclear = UNCLEAR.exec(last.answer);
  const name = unclear?.[1] ?? unclear?.[2];
  if (name !== undefined) {
    const request = earlier();
    return request.includes(name)
      ? request.replace(name, () => `"${message.trim().replaceAll('"', '')}"`)
      : message;
  }
  return NEEDED.test(last.answer) ? `${earlier()}, ${message.trim()}` : message;
}

/** Short, no verb, no question: a piece of an answer. */
function isBareAnswer(message: string, now: Date): boolean {
  if (message.trim().length > LONGEST_ANSWER || /\?\s*$/.test(message)) return false;
  const request = readRequest(message, now);
  return (
    request.verb === undefined &&
    request.manner === 'question' &&
    !/^(?:which|what|who|how|when|where)\b/i.test(message)
  );
}

const MORE =
  /^(?:(?:please )?(?:show|list|give)(?: me)? )?(?:the )?(?:more|next(?: page| ones| rows)?|continue|go on|and then)[\s.!]*(?:please)?[\s.!]*$/i;

/** Whether a message asks for what follows the rows shown last. */
export function asksForMore(message: string): boolean {
  return MORE.test(message.trim());
}

/** The latest list, with what was read of it up to now. */
export interface ListedBefore {
  request: string;
  tool: OfferedTool;
  /** The call that began it. */
  first: MadeCall;
  /** All calls since then, oldest first, by answer: its own, then those of each "more"; the last is the current one. */
  answers: MadeCall[][];
}

/** "more": the latest list that was answered with, and all that was read of it since. */
export function listBefore(
  exchanges: readonly Exchange[],
  toolbox: readonly OfferedTool[],
  now: Date,
): ListedBefore | undefined {
  const current = exchanges.at(-1);
  if (!current || !asksForMore(current.request)) return undefined;
  const before = exchanges.slice(0, -1);
  const at = before.findLastIndex(
    (exchange) => !asksForMore(exchange.request) && lastList(exchange, toolbox),
  );
  const listing = before[at];
  const tool = listing && lastList(listing, toolbox);
  const first = listing?.calls.find((call) => call.tool === tool?.name && !isFollowing(call, tool));
  if (!listing || !tool || !first) return undefined;
  const request = splitRequest(fullRequest(before.slice(0, at + 1), now)).at(-1) ?? listing.request;
  const later = exchanges.slice(at + 1).filter((exchange) => asksForMore(exchange.request));
  return { request, tool, first, answers: [listing, ...later].map(({ calls }) => calls) };
}

/** The tool of the list that an exchange ended with. */
function lastList({ calls }: Exchange, toolbox: readonly OfferedTool[]): OfferedTool | undefined {
  const last = calls.at(-1);
  const isList = last?.outcome.kind === 'value' && pageOf(last.outcome.value) !== undefined;
  return isList ? toolbox.find((tool) => tool.name === last.tool && tool.reads) : undefined;
}

function isFollowing({ input }: MadeCall, tool: OfferedTool): boolean {
  return tool.params.some((param) => param.kind === 'cursor' && Object.hasOwn(input, param.name));
}
