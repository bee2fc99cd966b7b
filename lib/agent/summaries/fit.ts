/** How much of a chat the model reads: its newest messages as far as they fit, and what stands in the place of older ones. Pure. */
import type { DynamicToolUIPart, UIMessage } from 'ai';
import { isCall } from '@/lib/approvals/call-parts';
import type { CallMetadata } from '@/lib/execution/call-record';
import { sizeOfFiles } from '@/lib/uploads/file-words';
import { modelText } from '@/lib/values/call-content';

/** Older messages are left out beyond this many characters of stored JSON. */
export const MAX_CHARACTERS = 400_000;
/** Characters of stored JSON that a token stands for at the least. */
const CHARACTERS_A_TOKEN = 3;
/** Of the model's window, for the chat: the rest is for instructions, tools and the answer. */
const SHARE = 0.75;
/** The share of the chat's room for the outcomes of calls that stand in what was summarised. */
const OUTCOMES = 0.3;

/** What stands in the place of a chat's older messages. */
export interface Summary {
  text: string;
  /** Id of the last message that it tells of. */
  upTo: string;
  /** Words from outside had come into the chat by then. */
  outside: boolean;
}

export interface Fit {
  /** From a message of the person's on. */
  recent: UIMessage[];
  /** Calls of older messages that the summary tells of, with what they answered: word for word, oldest first. */
  outcomes: DynamicToolUIPart[];
  /** This many more have no room. */
  without: number;
  /** Messages after the summary, or without one, are left out. */
  isCut: boolean;
}

/** @param contextWindow of the model, in tokens; absent: nobody has said */
export function budgetOf(contextWindow: number | undefined): number {
  if (contextWindow === undefined) return MAX_CHARACTERS;
  return Math.min(MAX_CHARACTERS, Math.floor(contextWindow * SHARE * CHARACTERS_A_TOKEN));
}

/** The newest messages that fit into this many characters, beside the summary and what calls before it have answered. */
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
 * Whether everything that the model reads of a chat is among these, its newest messages, and stays so with what is said
 * next: older ones are left out, whatever they are.
 */
export function reachesBack(messages: readonly UIMessage[]): boolean {
  return edgeOf(messages, MAX_CHARACTERS).isFull;
}

/** Where the newest messages begin that fit: with one of the person's. The last two are read however large they are. */
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

/** What has changed something first, then what was read; of both the newest. One that is too large leaves room to others. */
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

/** What the page alone shows, such as pictures and forms, does not push older messages out; what the model reads of files does. */
function sizeOf(message: UIMessage): number {
  return message.parts.reduce((sum, part) => sum + sizeOfPart(part), sizeOfFiles(message));
}

function sizeOfPart(part: UIMessage['parts'][number]): number {
  if (part.type === 'data-elicitation') return 0;
  const content: unknown = isCall(part) && part.output ? Object(part.output).content : undefined;
  if (!Array.isArray(content)) return JSON.stringify(part).length;
  return JSON.stringify({ ...part, output: modelText(content) }).length;
}
