/** Questions to a tool's companions: what a call would do, and what became of a call that was never answered. */
import { z } from 'zod';
import { ConnectionError } from '@/lib/tools/connection-error';
import type { CallOutcome, ConnectedTool, Happened, Shown } from '@/lib/tools/types';
import { quoted } from '@/lib/values/text';
import { type CallRisk, riskOutput } from '@/mcp/risk';
import { type RecordHint, recordArguments } from '@/mcp/serving/record';
import { callOutcome } from '../call-outcome';
import { recordLines } from './record-lines';

/**
 * How long a call waits for a companion. Companions in this process get longer, since they may try out what the call
 * would do.
 */
const TIMEOUT_MS = 10_000;
const OWN_TIMEOUT_MS = 58_000;

const text = z.string().max(500);
const lines = z.number().int().nonnegative();
const difference = z.object({
  path: text,
  added: lines,
  removed: lines,
  text: z.string().max(25_000),
  notShown: lines.optional(),
});
const previewAnswer = z.object({
  lines: z.array(z.object({ label: text, value: text, amount: text.optional() })).max(100),
  diffs: z.array(difference).max(100).optional(),
});
const lookupAnswer = z.object({
  happened: z.boolean(),
  result: z.record(z.string(), z.unknown()).optional(),
  final: z.boolean().optional(),
});

/** Calls a companion and gives its answer. */
export interface Ask {
  (companion: ConnectedTool, signal: AbortSignal): Promise<CallOutcome>;
  /** Its server is part of this process. */
  isOurs?: boolean;
}

/**
 * What exactly the call would affect, or the record that it is about. Throws as `Connections.preview`.
 * @param asking how a companion is asked with these arguments
 */
export function askShown(
  tool: ConnectedTool,
  input: unknown,
  signal: AbortSignal,
  asking: (given: unknown) => Ask,
): Promise<Shown> | null {
  const { preview, record } = tool;
  if (preview !== undefined) {
    const subject = `What ${quoted(tool.name)} would do cannot be told:`;
    const companion = { ...tool, name: preview };
    return answerOf({ subject, companion, signal, ask: asking(input), read: shaped(previewAnswer) });
  }
  return record ? askRecord(tool, record, input, { signal, asking }) : null;
}

function askRecord(
  tool: ConnectedTool,
  record: RecordHint,
  input: unknown,
  { signal, asking }: { signal: AbortSignal; asking: (given: unknown) => Ask },
): Promise<Shown> | null {
  const given = recordArguments(record, input);
  if (!given) return null;
  const subject = `What ${quoted(tool.name)} is about cannot be told:`;
  // The companion has arguments of its own, so the tool's schema does not apply.
  const companion = { ...tool, name: record.tool, inputSchema: { type: 'object' } };
  return answerOf({ subject, companion, signal, ask: asking(given), read: recordLines });
}

/** The part of an answer that is shown, as in the question before the call. */
export function shownIn(tool: ConnectedTool, outcome: CallOutcome): Shown | undefined {
  return tool.preview !== undefined ? shaped(previewAnswer)(outcome) : recordLines(outcome);
}

/** Classifies one call. Throws as `Connections.riskOf`. */
export function askRisk(
  tool: ConnectedTool & { perCall: string },
  signal: AbortSignal,
  ask: Ask,
): Promise<CallRisk> {
  const subject = `What this call of ${quoted(tool.name)} is cannot be told:`;
  const companion = { ...tool, name: tool.perCall };
  return answerOf({ subject, companion, signal, ask, read: shaped(riskOutput) });
}

/** Whether a call took effect, and its result. Throws as `Connections.happened`. */
export async function askLookup(
  tool: ConnectedTool & { lookup: string },
  signal: AbortSignal,
  ask: Ask,
): Promise<Happened> {
  const subject = `Whether ${quoted(tool.name)} took effect cannot be told:`;
  // The companion has arguments of its own, so the tool's schema does not apply.
  const companion = { ...tool, name: tool.lookup, inputSchema: { type: 'object' } };
  const answer = await answerOf({ subject, companion, signal, ask, read: shaped(lookupAnswer) });
  const { happened, result } = answer;
  // What has not happened yet may happen later: a no settles the call only if the server rules that out.
  if (!happened) return { happened, final: answer.final === true };
  return { happened, outcome: result ? callOutcome({ content: [], structuredContent: result }) : null };
}

interface Question<Answer> {
  /** How the message of an error begins. */
  subject: string;
  companion: ConnectedTool;
  signal: AbortSignal;
  ask: Ask;
  /** Returns nothing if it is no answer to this question. */
  read(outcome: CallOutcome): Answer | undefined;
}

const shaped =
  <Answer>(schema: z.ZodType<Answer>) =>
  ({ structured }: CallOutcome): Answer | undefined =>
    schema.safeParse(structured).data;

/** @throws ConnectionError when the companion refused, is late, or answered something else; the signal's reason. */
async function answerOf<Answer>(question: Question<Answer>): Promise<Answer> {
  const { subject, companion, signal, ask, read } = question;
  const name = `${quoted(companion.name)} of "${companion.server}"`;
  const ms = ask.isOurs ? OWN_TIMEOUT_MS : TIMEOUT_MS;
  const limit = AbortSignal.timeout(ms);
  let outcome: CallOutcome;
  try {
    outcome = await ask(companion, AbortSignal.any([signal, limit]));
  } catch (error) {
    if (!limit.aborted || signal.aborted) throw error;
    const late = `${name} did not answer within ${ms / 1000} s.`;
    throw new ConnectionError(`${subject} ${late}`, 'unknown');
  }
  if (outcome.isError) throw new ConnectionError(refusal(question, name, outcome.text), 'answered');
  const answer = read(outcome);
  if (answer !== undefined) return answer;
  throw new ConnectionError(`${subject} ${name} did not answer as expected.`, 'answered');
}

/**
 * A refusal is told in the companion's own words. One that reaches beyond its server (open world) may repeat anybody's
 * words, and the model would read them without its chat being marked, so those are left out.
 */
function refusal(
  { subject, companion }: Pick<Question<unknown>, 'subject' | 'companion'>,
  name: string,
  words: string,
) {
  if (companion.annotations.openWorldHint)
    return `${subject} ${name} refused; its words may be anybody's and are left out.`;
  return words.slice(0, 2000) || `${subject} ${name} gave no reason.`;
}
