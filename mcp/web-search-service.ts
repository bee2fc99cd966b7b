/**
 * Queries a search service: SearXNG (the operator's own) or Brave. One request with a deadline and a size limit, no
 * redirects; the results are untrusted data and are kept as short plain text.
 */
import { z } from 'zod';
import type { WebSearchConfig } from './context';
import { ToolError } from './result';
import { shortenText } from './shorten';

export interface SearchRequest {
  url: URL;
  headers: Record<string, string>;
}

export interface SearchResult {
  title: string;
  url: string;
  snippet: string;
}

const DEADLINE_MS = 10_000;
const MOST_BYTES = 1_000_000;
const TITLE_LENGTH = 200;
const SNIPPET_LENGTH = 500;

const searxngAnswer = z.object({
  results: z.array(z.object({ title: z.string(), url: z.string(), content: z.string().nullish() })),
});
const braveAnswer = z.object({
  web: z
    .object({
      results: z.array(z.object({ title: z.string(), url: z.string(), description: z.string().nullish() })),
    })
    .nullish(),
});

/** Which service to query, and how. The operator's own SearXNG takes precedence. Null: none is configured. */
export function searchRequest(config: WebSearchConfig, query: string): SearchRequest | null {
  if (config.searxngUrl) {
    const url = new URL(`${config.searxngUrl.replace(/\/+$/, '')}/search`);
    url.search = new URLSearchParams({ q: query, format: 'json' }).toString();
    return { url, headers: { accept: 'application/json' } };
  }
  if (!config.braveApiKey) return null;
  const url = new URL('https://api.search.brave.com/res/v1/web/search');
  url.search = new URLSearchParams({ q: query, text_decorations: 'false' }).toString();
  return { url, headers: { accept: 'application/json', 'x-subscription-token': config.braveApiKey } };
}

/**
 * Sends the request.
 * @throws ToolError if the service cannot be reached in time, refuses, redirects, or answers with too much or with
 * invalid JSON
 */
export async function askSearchService(request: SearchRequest, signal: AbortSignal): Promise<unknown> {
  try {
    const response = await fetch(request.url, {
      headers: request.headers,
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(DEADLINE_MS)]),
    });
    if (response.status !== 200) {
      await response.body?.cancel();
      throw new ToolError(`The search service answered with status ${response.status}. Try again later.`);
    }
    return JSON.parse(await readCapped(response));
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ToolError) throw error;
    throw new ToolError('The search service cannot be reached or gave no usable answer. Try again later.');
  }
}

/** The results of either service as short plain text; addresses that are not http(s) are dropped. */
export function readResults(answer: unknown): SearchResult[] {
  const searxng = searxngAnswer.safeParse(answer);
  const brave = braveAnswer.safeParse(answer);
  const found = searxng.success
    ? searxng.data.results.map(({ content, ...result }) => ({ ...result, snippet: content ?? '' }))
    : (brave.data?.web?.results ?? []).map(({ description, ...result }) => ({
        ...result,
        snippet: description ?? '',
      }));
  return found
    .filter(({ url }) => /^https?:\/\//i.test(url) && url.length <= 2000)
    .map(({ title, url, snippet }) => ({
      title: plainText(title, TITLE_LENGTH),
      url,
      snippet: plainText(snippet, SNIPPET_LENGTH),
    }));
}

async function readCapped(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > MOST_BYTES)
      throw new ToolError('The search service answered too much. Ask something narrower.');
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

function plainText(text: string, cap: number): string {
  const plain = text
    .replace(/<[^>]*>/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  return shortenText(plain, cap);
}
