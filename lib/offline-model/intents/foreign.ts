/**
 * Other servers' tools are never called, unless a message names one exactly: its name, and its arguments, if any, as
 * JSON.
 */
import type { Move } from '../desk';
import type { Exchange } from '../read-prompt';
import { OWN_SERVER, type ResolvedTurn } from '../resolved-turn';
import { escapeText } from '../saying/format';

/** Matches a trimmed message. */
const NAMED = /^(?:please\s+)?(?:(?:call|run|use)\s+)?`?([\w.-]{3,128})`?\s*(\{[\s\S]*\})?$/i;

/** @returns nothing if the message names no such tool */
export function foreignCall(
  { request, calls }: Exchange,
  turn: ResolvedTurn,
  offered: ReadonlySet<string>,
): Move | undefined {
  const [, name = '', json = '{}'] = NAMED.exec(request.trim()) ?? [];
  const tool = turn.tools.find(({ modelName, server }) => modelName === name && server !== OWN_SERVER);
  if (!tool) return undefined;
  const made = calls.find((call) => call.tool === name);
  if (!made) return offered.has(name) ? firstCall(name, json) : undefined;
  const { outcome } = made;
  if (outcome.kind === 'value') {
    const text = typeof outcome.value === 'string' ? outcome.value : JSON.stringify(outcome.value);
    return { say: `${escapeText(name)} answered: ${escapeText(text, 1500)}`, calls: [] };
  }
  const why =
    outcome.kind === 'missing'
      ? 'Its outcome is unknown.'
      : outcome.kind === 'error'
        ? outcome.message
        : outcome.reason;
  return { say: `${escapeText(name)} was not done: ${escapeText(why, 500)}`, calls: [] };
}

function firstCall(tool: string, json: string): Move {
  try {
    const input: unknown = JSON.parse(json);
    return { say: '', calls: [{ tool, input: { ...Object(input) } }] };
  } catch {
    return {
      say: `I could not read the arguments of ${escapeText(tool)}: they are no JSON. Nothing was done.`,
      calls: [],
    };
  }
}
