/** Searches the web. Open world: its results were written by strangers. */
import { z } from 'zod';
import { defineTool } from '../define-tool';
import { textField } from '../fields';
import { ToolError } from '../result';
import { askSearchService, readResults, searchRequest } from '../web-search-service';

export const webSearch = defineTool({
  name: 'web_search',
  title: 'Search the web',
  description:
    'Searches the internet and returns titles, addresses and short excerpts of pages. Use it for what is not in our ' +
    'own data, such as news, laws or companies. What it returns was written by strangers.',
  scope: 'web.read',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: false, openWorldHint: true },
  available: ({ webSearch: { searxngUrl, braveApiKey } }) => Boolean(searxngUrl || braveApiKey),
  input: z.strictObject({
    query: textField('What to search for, such as "VAT rates Germany 2026"', 400),
    limit: z.int().min(1).max(20).default(5).describe('Results to return, 1 to 20, such as 5'),
  }),
  output: z.strictObject({
    results: z.array(z.strictObject({ title: z.string(), url: z.string(), snippet: z.string() })),
  }),
  async run({ query, limit }, context) {
    const request = searchRequest(context.webSearch, query);
    if (!request) throw new ToolError('Searching the web is not set up here.');
    const answer = await askSearchService(request, context.signal);
    return { results: readResults(answer).slice(0, limit) };
  },
});
