/**
 * Answers a call to one of our tools, whichever of our servers it belongs to: checks the input, runs the tool, lets
 * only declared fields out, keeps the answer within its limit, and turns anything thrown into an error that a model can
 * act on and that reveals no internals.
 */
import { randomBytes } from 'node:crypto';
import type { CallToolResult } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import { fitObject, fitPage, type PageOf, TooLargeError } from '../fit';
import { checkInput } from '../input';
import { shortenText } from '../shorten';

/** Says to the model what was wrong and what to do about it. Only such messages leave the server. */
export class ToolError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ToolError';
  }
}

/** The parts of a tool that its answer is checked against. */
interface Answered {
  name: string;
  input: z.ZodObject;
  output: z.ZodObject;
  cursorAfter?: (row: Record<string, unknown>, input: Record<string, unknown>) => string;
}

interface Answering {
  signal: AbortSignal;
  run(input: Record<string, unknown>): Promise<unknown>;
  /** Called with the answer just before it is sent. */
  onDone?(result: Record<string, unknown>): Promise<void>;
  /** Errors besides ToolError whose message may be shown. */
  mayBeShown?(error: unknown): boolean;
}

/** Characters of an error's text at most. */
const ERROR_LIMIT = 2000;
/** The same limit for what the log says about an error. */
const LOG_LIMIT = 4000;

/**
 * Runs one tool call. Never throws.
 * @returns structured content with the same as compact JSON text, or `isError` with a text that may be shown
 */
export async function answer(tool: Answered, args: unknown, how: Answering): Promise<CallToolResult> {
  try {
    how.signal.throwIfAborted();
    const checked = checkInput(tool.input, args);
    if (!checked.ok) throw new ToolError(checked.message);
    const output = tool.output.parse(await how.run(checked.input));
    const structuredContent = fitToLimit(tool, output, checked.input);
    await how.onDone?.(structuredContent);
    return { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent };
  } catch (error) {
    const text = shortenText(messageOf(error, tool, how), ERROR_LIMIT);
    return { content: [{ type: 'text', text }], isError: true };
  }
}

function fitToLimit(
  tool: Answered,
  output: Record<string, unknown>,
  input: Record<string, unknown>,
): Record<string, unknown> {
  const { cursorAfter } = tool;
  if (!cursorAfter) return fitObject(output);
  const page = output as unknown as PageOf<Record<string, unknown>>;
  return { ...fitPage(page, (row) => cursorAfter(row, input)) };
}

function messageOf(error: unknown, tool: Answered, { signal, mayBeShown }: Answering): string {
  if (error instanceof ToolError || mayBeShown?.(error)) return (error as Error).message;
  if (signal.aborted) return 'Aborted: the call was stopped before it finished.';
  if (error instanceof TooLargeError) {
    return 'The answer is too large to be shown. Ask for less, with a narrower filter.';
  }
  const reference = randomBytes(4).toString('hex');
  logFailure('tool-failed', { tool: tool.name, reference, detail: detailOf(error) });
  return `Something went wrong on the server (reference ${reference}). Try again once; if it stays, tell a person the reference.`;
}

/** One line of ASCII JSON, so that nothing in it can forge a second log record or hide in a terminal. */
export function logFailure(event: string, about: { tool: string; reference?: string; detail: string }): void {
  const line = JSON.stringify({ level: 'error', event, ...about, detail: about.detail.slice(0, LOG_LIMIT) });
  console.error(line.replace(/[^\x20-\x7e]/g, escapeUnit));
}

/** The message of a failed query repeats its bound values, which people typed, so only the statement is logged. */
export function detailOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // Recognised by its fields: each bundle has its own copy of the class.
  const query: unknown = Reflect.get(error, 'params') && Reflect.get(error, 'query');
  const text = typeof query === 'string' ? `Failed query: ${query}` : (error.stack ?? error.message);
  return error.cause instanceof Error ? `${text}\nCaused by: ${detailOf(error.cause)}` : text;
}

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
