/** One attempt to mend arguments that a tool refused, from what its message says. Never for what destroys. */
import type { OfferedTool } from './toolbox';

/** Other arguments to try once, or nothing when the message gives no lead. */
export function repaired(
  tool: OfferedTool,
  input: Readonly<Record<string, unknown>>,
  message: string,
): Record<string, unknown> | undefined {
  if (tool.risk === 'destructive') return undefined;
  const blamed = tool.params.filter(
    (param) => Object.hasOwn(input, param.name) && names(message, param.name),
  );
  const [param] = blamed;
  if (!param || blamed.length > 1) return undefined;
  const others = Object.entries(input).filter(([name]) => name !== param.name);
  const value = input[param.name];
  if (/expected number|must be a number/i.test(message) && typeof value === 'string' && value !== '') {
    const number = Number(value);
    return Number.isFinite(number) ? Object.fromEntries([...others, [param.name, number]]) : undefined;
  }
  if (/expected string|must be a string/i.test(message) && typeof value === 'number') {
    return Object.fromEntries([...others, [param.name, String(value)]]);
  }
  // A filter that is not accepted can be left out of what only reads: the answer then shows more, not less.
  return tool.reads && !param.required && others.length > 0 ? Object.fromEntries(others) : undefined;
}

function names(message: string, param: string): boolean {
  const at = message.indexOf(param);
  if (at < 0) return false;
  return !/\w/.test(message[at - 1] ?? '') && !/\w/.test(message[at + param.length] ?? '');
}
