/** Messages that only make sense after the one before: the name that was asked for, a missing detail, "more". */
import type { PlannedCall } from './made-calls';
import type { Exchange } from './read-prompt';
import { readRequest } from './read-request';
import { pageOf } from './rows';
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

/** "more": the call that reads the page after the latest list, and the request that the list answered. */
export function nextPage(
  exchanges: readonly Exchange[],
  toolbox: readonly OfferedTool[],
): { call: PlannedCall; request: string } | undefined {
  const current = exchanges.at(-1);
  if (!current || !asksForMore(current.request)) return undefined;
  for (const exchange of exchanges.slice(0, -1).reverse()) {
    const last = exchange.calls.at(-1);
    const tool = toolbox.find((one) => one.name === last?.tool && one.reads);
    const page = last?.outcome.kind === 'value' ? pageOf(last.outcome.value) : undefined;
    const param = tool?.params.find((one) => one.kind === 'cursor');
    if (!last || !tool || !page) continue;
    if (!param || page.cursor === undefined) return undefined;
    const input = Object.fromEntries([...Object.entries(last.input), [param.name, page.cursor]]);
    return { call: { tool: tool.name, input }, request: exchange.request };
  }
  return undefined;
}
