/**
 * A server's suggestions for a value of a template or a prompt while it is being typed. Suggestions are data, and are
 * never filled in automatically.
 */
import type { AskableServer } from '@/lib/servers/askable-server';
import { isRecord } from '@/lib/values/records';
import { storable } from '@/lib/values/text';
import { askOnce, serverNamed } from './ask-once';
import { MOST_VALUE } from './offering-view';
import { assertMay, type May } from './own-rules';

const MOST_ANSWER = 100_000;
const MOST_PROPOSED = 20;

export interface Completing {
  server: string;
  of: { prompt: string } | { template: string };
  field: string;
  value: string;
  /** The values of the other fields. */
  others: Record<string, string>;
}

/**
 * Nothing if the server suggests nothing, or cannot.
 * @param may whether this person may take anything of the server: what they type goes to it
 * @throws AppError forbidden, with nothing asked; as `askOnce`; the signal's reason
 */
export async function complete(
  servers: readonly AskableServer[],
  { server: name, of, field, value, others }: Completing,
  may: May,
  signal: AbortSignal,
): Promise<{ values: string[] }> {
  const server = serverNamed(servers, name);
  assertMay(may, name, 'template' in of ? of.template : undefined);
  const ref =
    'prompt' in of ? { type: 'ref/prompt', name: of.prompt } : { type: 'ref/resource', uri: of.template };
  const context = Object.keys(others).length > 0 ? { context: { arguments: others } } : {};
  const params = { ref, argument: { name: field, value }, ...context };
  const asked = {
    of: 'completions',
    method: 'completion/complete',
    params,
    signal,
    most: MOST_ANSWER,
  } as const;
  const { completion } = await askOnce(server, asked);
  const values = isRecord(completion) && Array.isArray(completion.values) ? completion.values : [];
  return { values: values.flatMap((one) => proposalOf(server, one)).slice(0, MOST_PROPOSED) };
}

/** A value that could not be used unchanged is not suggested. */
function proposalOf({ clean }: AskableServer, value: unknown): string[] {
  if (typeof value !== 'string' || value === '' || value.length > MOST_VALUE) return [];
  return storable(value) === value && clean(value) === value ? [value] : [];
}
