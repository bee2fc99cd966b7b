/** Lists that come page by page: what was read of them, whether more is wanted, and the call that reads it. */
import type { DraftCall } from './draft-call';
import { findMade, type PlannedCall } from './made-calls';
import type { Order } from './order';
import type { MadeCall } from './read-prompt';
import { type Page, pageOf } from './rows';
import type { Span } from './spans';
import type { OfferedTool } from './toolbox';

/** What any page holds. */
const FEW = 10;

/** The parameter that asks for more rows at once, when the tool says how many it gives at most. */
export function mostRows(tool: OfferedTool): [string, number][] {
  const limit = tool.params.find((param) => /^(limit|per_?page|page_?size|max_?results)$/i.test(param.name));
  return limit?.maximum === undefined ? [] : [[limit.name, limit.maximum]];
}

/** Sums and counts want all pages, and so does looking for a word that no filter took; "show me" is content with one. */
export function wantsAllPages(call: DraftCall): boolean {
  if (!call.tool.reads) return false;
  const { text } = call.request;
  return (
    wordsLeft(call).length > 0 ||
    call.excluded.length > 0 ||
    call.idleDates.length > 0 ||
    (call.order !== undefined && !comesSorted(call)) ||
    /\b(?:which|who|how (?:many|much)|what|all|every|total|sum|altogether|overall)\b/i.test(text)
  );
}

/** The newest are asked for, and the tool says that it lists these first. */
export function comesSorted({ tool, order }: DraftCall): boolean {
  return order !== undefined && listsNewestFirst(tool, order) && (order.count ?? 1) <= FEW;
}

export function listsNewestFirst(tool: OfferedTool, order: Order): boolean {
  const wantsNewest = order.by === 'date' && order.falling === true && order.hint.length === 0;
  return wantsNewest && /\bnewest first\b/i.test(tool.about);
}

/** Everything that was read of a list, and the call for the next page when there is one. */
export function followPages(
  call: DraftCall,
  first: MadeCall,
  page: Page,
  made: readonly MadeCall[],
): { read: Page; next: PlannedCall | undefined } {
  const rows = [...page.rows];
  const total = page.total === undefined ? {} : { total: page.total };
  const cursorParam = call.tool.params.find((param) => param.kind === 'cursor');
  let { cursor } = page;
  while (cursor !== undefined && cursorParam) {
    const input = Object.fromEntries([
      ...Object.entries(first.input),
      ...mostRows(call.tool),
      [cursorParam.name, cursor],
    ]);
    const next = { tool: call.tool.name, input };
    const more = findMade(made, next);
    if (!more) return { read: { rows, cursor, ...total }, next };
    const following = more.outcome.kind === 'value' ? pageOf(more.outcome.value) : undefined;
    rows.push(...(following?.rows ?? []));
    cursor = following?.cursor === cursor ? undefined : following?.cursor;
  }
  return { read: { rows, ...(cursor !== undefined && { cursor }), ...total }, next: undefined };
}

/** Names and codes that no filter took; a bare number would be found in anything. */
export function wordsLeft(call: DraftCall): Span[] {
  return call.leftover.filter((span) => /\p{L}/u.test(span.text));
}
