/**
 * Messages from a page of a server (MCP Apps, JSON-RPC over `postMessage`) to the surrounding page, and their limits.
 * All of them are untrusted: whatever is malformed, too long or too frequent is ignored.
 */

export interface Heard {
  /** Absent: no response is expected. */
  id?: string | number;
  method: string;
  params: Record<string, unknown>;
}

/** Characters of one message. */
const LONGEST = 200_000;

/** @returns nothing if it is neither a request nor a notification */
export function heardIn(data: unknown): Heard | undefined {
  const { jsonrpc, id, method, params } = Object(data) as Record<string, unknown>;
  if (jsonrpc !== '2.0' || typeof method !== 'string' || method.length > 100) return undefined;
  if (id !== undefined && typeof id !== 'string' && typeof id !== 'number') return undefined;
  if (typeof id === 'string' && id.length > 200) return undefined;
  if (params !== undefined && (typeof params !== 'object' || params === null || Array.isArray(params)))
    return undefined;
  if (params !== undefined && !isShort(params)) return undefined;
  return { ...(id !== undefined && { id }), method, params: (params ?? {}) as Record<string, unknown> };
}

/** What cannot be serialised as JSON is no message. */
function isShort(params: object): boolean {
  try {
    return JSON.stringify(params).length <= LONGEST;
  } catch {
    return false;
  }
}

/** The texts of a suggested message, without its other parts. Nothing if it has none, or too much. */
export function wordsOf({ content }: Record<string, unknown>): string | undefined {
  const parts: unknown[] = Array.isArray(content) ? content : [content];
  const texts = parts.flatMap((part) => {
    const { type, text } = Object(part) as Record<string, unknown>;
    return type === 'text' && typeof text === 'string' ? [text] : [];
  });
  const words = texts.join('\n').trim();
  return words === '' || words.length > MOST_WORDS ? undefined : words;
}

const MOST_WORDS = 4_000;

/** An address that a person may be asked to open. */
export function linkIn({ url }: Record<string, unknown>): URL | undefined {
  if (typeof url !== 'string' || url.length > 2_000 || !URL.canParse(url)) return undefined;
  const parsed = new URL(url);
  const isOpen = /^https?:$/.test(parsed.protocol) && parsed.username === '' && parsed.password === '';
  return isOpen ? parsed : undefined;
}

/** This many, and as many again every ten seconds; more are ignored. */
export class Pace {
  private left: number;
  private since = 0;

  constructor(private readonly most: number) {
    this.left = most;
  }

  takes(now: number): boolean {
    if (now - this.since >= 10_000) {
      this.since = now;
      this.left = this.most;
    }
    this.left -= 1;
    return this.left >= 0;
  }
}
