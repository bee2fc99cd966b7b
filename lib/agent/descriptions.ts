/**
 * How much of what a server says of a tool a model is given, and where. A tool's definition takes 1,024 characters at OpenAI
 * and no more, so that it holds the beginning; what is longer stands whole in the instructions, as quoted data, up to a limit
 * a tool and one a step. What does not fit there `search_tools` gives. All cuts are at the end of a sentence where one is near.
 */
import type { ConnectedTool } from '@/lib/tools/types';
import { readable } from '@/lib/values/text';

/** Characters of a description in a tool's definition, the label of its risk not counted. */
const DEFINITION_CHARS = 950;
/** Characters of a description in the instructions, where the definition holds all of it. */
const LINE_CHARS = 300;
/** The same of one that the definition does not hold. */
const WHOLE_CHARS = 6_000;
/** The same of all those together: once for what a run is offered first, and once for what comes later. */
const STEP_CHARS = 24_000;
/** Of a server's instructions, and of all of them in one step. */
const SERVER_CHARS = 4_000;
const SERVERS_CHARS = 12_000;
/** What `search_tools` gives of one at once. */
export const SEARCH_CHARS = 12_000;

/** Foreign text as a JSON string, and how much of it that is. */
export interface Quoted {
  text: string;
  /** Characters that it holds of all there are. */
  shown: number;
  of: number;
}

/** By tool; one that is missing gets a line's worth. */
export type Shares = ReadonlyMap<ConnectedTool, number>;

type Described = Pick<ConnectedTool, 'description'>;

/** With everything invisible written out, and spaces in rows as one; kept a listing long: every turn prints all tools. */
const made = new WeakMap<Described, string>();

function readableOf(tool: Described): string {
  const known = made.get(tool) ?? readable(tool.description);
  made.set(tool, known);
  return known;
}

/** What the tool's definition holds of its description, nothing of it unseen. */
export function definitionText(tool: Described): string {
  const description = readableOf(tool);
  if (!isLong(tool)) return description;
  return `${cutAtSentence(description, DEFINITION_CHARS)} [It goes on in the instructions.]`;
}

/** How many characters of each long description the tools that a run is offered first get: what one leaves goes to others. */
export function firstShares(tools: readonly ConnectedTool[]): Shares {
  const long = tools.filter(isLong).sort((one, other) => wanted(one) - wanted(other));
  let left = STEP_CHARS;
  return new Map(
    long.map((tool, at) => {
      const share = Math.min(wanted(tool), Math.floor(left / (long.length - at)));
      left -= share;
      return [tool, share];
    }),
  );
}

/** The same for those that come later, in their order: what was given before does not change. */
export function laterShares(tools: readonly ConnectedTool[]): Shares {
  let left = STEP_CHARS;
  return new Map(
    tools.filter(isLong).map((tool) => {
      const share = Math.min(wanted(tool), left);
      left -= share;
      return [tool, share];
    }),
  );
}

/** Whether some of these, offered at once, cannot be given whole: then there must be a search that gives the rest. */
export function someAreCut(tools: readonly ConnectedTool[]): boolean {
  return [...firstShares(tools)].some(([tool, share]) => readableOf(tool).length > share);
}

/** What the instructions hold of a tool's description. */
export function lineText(tool: ConnectedTool, share: number | undefined): Quoted {
  if (share === undefined) return quoted(readableOf(tool).replaceAll('\n', ' '), LINE_CHARS);
  return quoted(readableOf(tool), Math.max(share, LINE_CHARS));
}

/** What `search_tools` gives of a description, from a character on. */
export function searchText(tool: Described, from: number): Quoted {
  const text = readableOf(tool);
  return { ...quoted(text.slice(from).toWellFormed(), SEARCH_CHARS), of: text.length };
}

/** Whether the definition does not hold all of it. */
export function isLong(tool: Described): boolean {
  return readableOf(tool).length > DEFINITION_CHARS;
}

/** What servers say of all their tools together, as far as it fits, in their order. */
export function serversText(servers: readonly { server: string; text: string }[]): [string, Quoted][] {
  let left = SERVERS_CHARS;
  return servers.flatMap(({ server, text }): [string, Quoted][] => {
    const most = Math.min(SERVER_CHARS, left);
    if (most < LINE_CHARS) return [];
    const said = quoted(readable(text), most);
    left -= said.shown;
    return [[server, said]];
  });
}

function wanted(tool: Described): number {
  return Math.min(readableOf(tool).length, WHOLE_CHARS);
}

function quoted(text: string, most: number): Quoted {
  const kept = cutAtSentence(text, most);
  // The mark of the cut is not theirs.
  const shown = kept === text ? text.length : kept.length - 1;
  return { text: JSON.stringify(kept), shown, of: text.length };
}

/** At most this many characters: up to the last sentence or line that ends there, or else the last word. */
export function cutAtSentence(text: string, most: number): string {
  if (text.length <= most) return text;
  const room = text.slice(0, most - 1);
  const sentence = lastEnd(room, /[.!?](?=\s)|\n/g);
  const word = lastEnd(room, / /g);
  const at = [sentence, word].find((end) => end > most / 2) ?? room.length;
  return `${room.slice(0, at).trimEnd().toWellFormed()}\u2026`;
}

function lastEnd(text: string, pattern: RegExp): number {
  const last = [...text.matchAll(pattern)].at(-1);
  return last ? last.index + last[0].length : 0;
}
