/**
 * What a page of a server (MCP Apps, JSON-RPC over `postMessage`) may say to the page around it, and how much of it is heard. All of
 * it is a stranger's: whatever is not of this shape, too long or too often is not looked at.
 */

export interface Heard {
  /** Absent: nothing is answered. */
  id?: string | number;
  method: string;
  params: Record<string, unknown>;
}

/** Characters of one message. */
const LONGEST = 200_000;

/** @returns nothing for what is no request and no notification */
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

/** What cannot be written as JSON is no message. */
function isShort(params: object): boolean {
  try {
    return JSON.stringify(params).length <= LONGEST;
  } catch {
    return false;
  }
}

/** The texts of a suggested message: its other parts are left out. Nothing: it holds none, or too much. */
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

/** This many, and as many again every ten seconds; what comes beyond that is not heard. */
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
