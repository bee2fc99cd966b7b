/** How much of a chat the model reads: its newest messages that fit, and what replaces older ones. Pure. */
import type { DynamicToolUIPart, UIMessage } from 'ai';
import { isCall } from '@/lib/approvals/call-parts';
import type { CallMetadata } from '@/lib/execution/call-record';
import { sizeOfFiles } from '@/lib/uploads/file-words';
import { modelText } from '@/lib/values/call-content';

/** Older messages are left out beyond this many characters of stored JSON. */
export const MAX_CHARACTERS = 400_000;
/** The fewest characters of stored JSON per token. */
const CHARACTERS_A_TOKEN = 3;
/** The chat's share of the model's context window; the rest is for instructions, tools and the answer. */
const SHARE = 0.75;
/** The share of the chat's room for the outcomes of calls in the summarised part. */
const OUTCOMES = 0.3;

/** Replaces a chat's older messages. */
export interface Summary {
  text: string;
  /** Id of the last message that it covers. */
  upTo: string;
  /** Words from outside had come into the chat by then. */
  outside: boolean;
}

export interface Fit {
  /** Beginning with a message of the person's. */
  recent: UIMessage[];
  /** Calls covered by the summary, with their results: verbatim, oldest first. */
  outcomes: DynamicToolUIPart[];
  /** How many more did not fit. */
  without: number;
  /** Messages after the summary, or without one, are left out. */
  isCut: boolean;
}

/** @param contextWindow of the model, in tokens; absent if unknown */
export function budgetOf(contextWindow: number | undefined): number {
  if (contextWindow === undefined) return MAX_CHARACTERS;
  return Math.min(MAX_CHARACTERS, Math.floor(contextWindow * SHARE * CHARACTERS_A_TOKEN));
}

/** The newest messages that fit into this many characters, besides the summary and the results of earlier calls. */
export function fitting(messages: readonly UIMessage[], budget: number, summary?: Summary): Fit {
  const end = summary ? messages.findIndex(({ id }) => id === summary.upTo) + 1 : 0;
  const ended = summary ? endedIn(messages.slice(0, end)) : [];
  const outcomes = withRoom(ended, budget * OUTCOMES);
  const taken = (summary?.text.length ?? 0) + outcomes.reduce((sum, call) => sum + sizeOfPart(call), 0);
  const since = messages.slice(end);
  const { from, isFull } = edgeOf(since, budget - taken);
  const without = ended.length - outcomes.length;
  return { recent: since.slice(Math.max(from, 0)), outcomes, without, isCut: isFull };
}

/**
 * Whether these newest messages include everything that the model reads of a chat, and will with the next message:
 * older ones are left out, whatever they are.
 */
export function reachesBack(messages: readonly UIMessage[]): boolean {
  return edgeOf(messages, MAX_CHARACTERS).isFull;
}

/** Where the newest messages that fit begin: at one of the person's. The last two are read however large they are. */
export function edgeOf(messages: readonly UIMessage[], room: number): { from: number; isFull: boolean } {
  let size = 0;
  let from = messages.length - 1;
  for (let index = messages.length - 1; index >= 0; index--) {
    const message = messages[index];
    if (!message) break;
    size += sizeOf(message);
    if (size > room && index < messages.length - 2) return { from, isFull: true };
    if (message.role === 'user') from = index;
  }
  return { from, isFull: false };
}

function endedIn(messages: readonly UIMessage[]): DynamicToolUIPart[] {
  return messages.flatMap(({ parts }) => parts.filter(isCall)).filter(hasEnded);
}

/**
 * Calls that have changed something first, then reads; newest first in both. One that is too large leaves the room to
 * others.
 */
function withRoom(calls: readonly DynamicToolUIPart[], room: number): DynamicToolUIPart[] {
  const newest = calls.toReversed();
  const inTurn = [...newest.filter((call) => !isRead(call)), ...newest.filter(isRead)];
  let left = room;
  const kept = new Set<DynamicToolUIPart>();
  for (const call of inTurn) {
    const size = sizeOfPart(call);
    if (size > left) continue;
    left -= size;
    kept.add(call);
  }
  return calls.filter((call) => kept.has(call));
}

const isRead = ({ toolMetadata }: DynamicToolUIPart) =>
  (Object(toolMetadata) as Partial<CallMetadata>).risk === 'read-only';
const hasEnded = ({ state }: DynamicToolUIPart) => state.startsWith('output-');

/**
 * What only the page shows, such as images and forms, does not push older messages out; what the model reads of files
 * does.
 */
function sizeOf(message: UIMessage): number {
  return message.parts.reduce((sum, part) => sum + sizeOfPart(part), sizeOfFiles(message));
}

function sizeOfPart(part: UIMessage['parts'][number]): number {
  if (part.type === 'data-elicitation') return 0;
  const content: unknown = isCall(part) && part.output ? Object(part.output).content : undefined;
  if (!Array.isArray(content)) return JSON.stringify(part).length;
  return JSON.stringify({ ...part, output: modelText(content) }).length;
}
