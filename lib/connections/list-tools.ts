/**
 * Lists a server's tools page by page, unparsed and with limits: the client's own listing fails as a whole on one
 * malformed tool and follows endless cursors for ever.
 */

import { ExchangeError } from '@/lib/tools/connection-error';
import type { ByteBudget } from '@/lib/transport/bounded-body';

export const LISTING_LIMITS = { pages: 50, tools: 500, bytes: 5_000_000 } as const;

/** Sends one `tools/list` and gives its result as it came. */
export type PageRequest = (
  params: Record<string, unknown>,
  budget: ByteBudget,
) => Promise<Record<string, unknown>>;

export interface RawTools {
  tools: unknown[];
  /** Why the listing stopped before the server's end, if it did. */
  problem?: string;
  /** How long the list stays valid, in milliseconds: the shortest time that any page gives. */
  ttlMs?: number;
  /** The name that the server gives itself. */
  callsItself?: string;
}

/**
 * All pages, up to the limits.
 * @throws ExchangeError if a page is not a list of tools, or all together are too large; whatever `request` throws
 */
export async function listRawTools(request: PageRequest): Promise<RawTools> {
  const budget: ByteBudget = { limit: LISTING_LIMITS.bytes, used: 0 };
  const tools: unknown[] = [];
  const seen = new Set<string>();
  let cursor: string | undefined;
  let ttlMs: number | undefined;
  const all = (): RawTools => ({ tools, ...(ttlMs !== undefined && { ttlMs }) });
  for (let page = 1; page <= LISTING_LIMITS.pages; page++) {
    const result = await request(cursor === undefined ? {} : { cursor }, budget);
    if (!Array.isArray(result.tools))
      throw new ExchangeError('did not answer with a list of tools', 'answered');
    const { ttlMs: said } = result;
    if (typeof said === 'number' && said >= 0) ttlMs = Math.min(said, ttlMs ?? said);
    for (const tool of result.tools) {
      if (tools.length === LISTING_LIMITS.tools) {
        return {
          ...all(),
          problem: `It offers more than ${LISTING_LIMITS.tools} tools; the others are left out.`,
        };
      }
      tools.push(tool);
    }
    if (typeof result.nextCursor !== 'string' || result.nextCursor === '') return all();
    cursor = result.nextCursor;
    if (seen.has(cursor))
      return { ...all(), problem: 'Its list of tools goes in circles and was cut there.' };
    seen.add(cursor);
  }
  return {
    ...all(),
    problem: `Its list of tools has more than ${LISTING_LIMITS.pages} pages; the rest is left out.`,
  };
}
