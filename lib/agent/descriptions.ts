/**
 * How much of a server's description of a tool the model gets, and where. At OpenAI, a tool's definition holds at most
 * 1,024 characters, so it gets the beginning; a longer description is repeated in full in the instructions, as quoted
 * data, within a limit per tool and one per step. `search_tools` returns what does not fit there. Texts are cut at the
 * end of a sentence if one is near.
 */
import type { ConnectedTool } from '@/lib/tools/types';
import { readable } from '@/lib/values/text';

/** Characters of a description in a tool's definition, not counting its risk label. */
const DEFINITION_CHARS = 950;
/** Characters of a description in the instructions, if the definition holds all of it. */
const LINE_CHARS = 300;
/** The same, if the definition does not hold all of it. */
const WHOLE_CHARS = 6_000;
/** The same for all such tools together: once for those offered first, and once for later ones. */
const STEP_CHARS = 24_000;
/** Characters of one server's instructions; below, of all servers' in one step. */
const SERVER_CHARS = 4_000;
const SERVERS_CHARS = 12_000;
/** How much of a description `search_tools` returns at once. */
export const SEARCH_CHARS = 12_000;

/** Foreign text as a JSON string, and how much of it that is. */
export interface Quoted {
  text: string;
  /** How many characters it holds, out of how many. */
  shown: number;
  of: number;
}

/** By tool; a tool without a share gets a line's worth. */
export type Shares = ReadonlyMap<ConnectedTool, number>;

type Described = Pick<ConnectedTool, 'description'>;

/**
 * With invisible characters made visible and white space collapsed; cached as long as the listing, since every turn
 * prints all tools.
 */
const made = new WeakMap<Described, string>();

function readableOf(tool: Described): string {
  const known = made.get(tool) ?? readable(tool.description);
  made.set(tool, known);
  return known;
}

/** The part of a tool's description in its definition, without invisible characters. */
export function definitionText(tool: Described): string {
  const description = readableOf(tool);
  if (!isLong(tool)) return description;
  return `${cutAtSentence(description, DEFINITION_CHARS)} [It goes on in the instructions.]`;
}

/**
 * How many characters each long description gets among the tools offered first: what one does not need goes to others.
 */
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

/** The same for tools that come later, in order: shares already given do not change. */
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

/** Whether some of these do not fit if offered together: then there must be a search that returns the rest. */
export function someAreCut(tools: readonly ConnectedTool[]): boolean {
  return [...firstShares(tools)].some(([tool, share]) => readableOf(tool).length > share);
}

/** The part of a tool's description in the instructions. */
export function lineText(tool: ConnectedTool, share: number | undefined): Quoted {
  if (share === undefined) return quoted(readableOf(tool).replaceAll('\n', ' '), LINE_CHARS);
  return quoted(readableOf(tool), Math.max(share, LINE_CHARS));
}

/** The part of a description that `search_tools` returns, from a given character. */
export function searchText(tool: Described, from: number): Quoted {
  const text = readableOf(tool);
  return { ...quoted(text.slice(from).toWellFormed(), SEARCH_CHARS), of: text.length };
}

/** Whether it does not fit into the definition. */
export function isLong(tool: Described): boolean {
  return readableOf(tool).length > DEFINITION_CHARS;
}

/** Servers' instructions for all their tools together, as far as they fit, in order. */
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
  // The ellipsis of the cut is not theirs.
  const shown = kept === text ? text.length : kept.length - 1;
  return { text: JSON.stringify(kept), shown, of: text.length };
}

/**
 * At most this many characters: cut after the last sentence or line that ends before, otherwise after the last word.
 */
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

/** A tool stays the same object from turn to turn, as long as its server's declaration is unchanged. */
const lengths = new WeakMap<ConnectedTool, number>();

/** In characters, roughly as the model gets it. */
export function definitionLength(tool: ConnectedTool): number {
  const known = lengths.get(tool) ?? tool.description.length + JSON.stringify(tool.inputSchema).length;
  lengths.set(tool, known);
  return known;
}
