import 'server-only';
/** Sentences of the app within an answer: written into every answer that they apply to, shown where they are new. */
import { isDeepStrictEqual } from 'node:util';
import type { MissingTools } from '@/lib/agent/missing-tools';
import type { LeftOutTool } from '@/lib/agent/turn-context';
import type { TurnModel } from '@/lib/models/turn-model';
import { visible } from '@/lib/values/text';
import type { AmberData } from './chat-view';
import type { Live } from './follow/live';
import type { DraftMessage } from './messages/stored-message';

/** The id of the notice that tools are missing. */
const PROBLEMS = 'problems';
/** The id of the notice that the model's provider refuses tools. */
const LEFT_OUT = 'left-out';
/** The id of the notice that another model answers than the chosen one. */
const OTHER_MODEL = 'other-model';
const MOST_NAMED = 5;

/** Marked as known if the previous answer says the same. */
export function noteMissing(live: Live, missing: MissingTools | undefined, earlier: DraftMessage[]): void {
  if (missing) publish(live, PROBLEMS, { ...missing }, earlier);
}

/** Grows within an answer: the newest replaces the earlier ones. */
export function noteLeftOut(live: Live, tools: readonly LeftOutTool[], earlier: DraftMessage[]): void {
  if (tools.length === 0) return;
  const names = tools.map(({ server, name }) => `${server} ${name}`).sort();
  publish(live, LEFT_OUT, { text: leftOutText(tools), tools: names }, earlier);
}

/**
 * Published if the chosen model no longer exists.
 * @param chosen its id; null if none was
 */
export function noteOtherModel(
  live: Live,
  chosen: string | null,
  { id, title = '' }: Pick<TurnModel, 'id' | 'title'>,
  earlier: DraftMessage[],
): void {
  if (chosen === null || id === undefined || id === chosen) return;
  const text = `The model that was chosen for this chat (${chosen}) is not available any more. ${title} answers instead; another can be chosen below.`;
  publish(live, OTHER_MODEL, { text }, earlier);
}

/** @param earlier what was said before this answer */
function publish(live: Live, id: string, data: AmberData['notice'], earlier: DraftMessage[]): void {
  const before = earlier.findLast(({ role }) => role === 'assistant')?.parts ?? [];
  const isKnown = before.some(
    (part) =>
      part.type === 'data-notice' &&
      part.id === id &&
      isDeepStrictEqual([part.data.servers, part.data.tools], [data.servers, data.tools]),
  );
  live.publish({ type: 'data-notice', id, data: { ...data, ...(isKnown && { isKnown }) } });
}

/** Which tools, of which server, and why; without the provider's words. */
export function leftOutText(tools: readonly LeftOutTool[]): string {
  const told = tools
    .slice(0, MOST_NAMED)
    .map(({ server, name, why }) => `${visible(name)} of ${server} (${why})`);
  const more = tools.length > told.length ? `, and ${tools.length - told.length} more` : '';
  const what = tools.length === 1 ? 'A tool is left out' : `${tools.length} tools are left out`;
  return `${what}, since the model\u2019s server refuses ${tools.length === 1 ? 'it' : 'them'}: ${told.join(', ')}${more}. All others are there.`;
}
