/**
 * A server's list of resources, templates or prompts, page by page and bounded: it may be endless, huge or no list at
 * all.
 */
import type { AskableServer, Offering } from '@/lib/servers/askable-server';
import { isRecord } from '@/lib/values/records';

export const LIST_LIMITS = { pages: 10, items: 1_000, bytes: 1_000_000 } as const;

export interface ListWanted {
  of: Exclude<Offering, 'completions'>;
  method: 'resources/list' | 'resources/templates/list' | 'prompts/list';
  /** Its key in the answer. */
  key: 'resources' | 'resourceTemplates' | 'prompts';
}

/** @returns the items that are objects, unvalidated, and whether the list was cut short */
export async function listPages(
  server: AskableServer,
  { of, method, key }: ListWanted,
  signal: AbortSignal,
): Promise<{ items: Record<string, unknown>[]; cut: boolean }> {
  const budget = { limit: LIST_LIMITS.bytes, used: 0 };
  const items: Record<string, unknown>[] = [];
  const seen = new Set<string>();
  let params: Record<string, unknown> = {};
  for (let page = 0; page < LIST_LIMITS.pages; page++) {
    const result = await server.ask({ of, method, params, budget, signal });
    const found = Array.isArray(result?.[key]) ? result[key] : [];
    const room = LIST_LIMITS.items - items.length;
    items.push(...found.slice(0, room).filter(isRecord));
    const cursor = result?.nextCursor;
    if (typeof cursor !== 'string' || cursor === '') return { items, cut: found.length > room };
    if (found.length >= room || seen.has(cursor)) break;
    seen.add(cursor);
    params = { cursor };
  }
  return { items, cut: true };
}
