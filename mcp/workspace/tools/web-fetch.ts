/** A web page as text. */
import { z } from 'zod';
import { READ_ONLY } from '../../annotations';
import { ToolError } from '../../serving/answer';
import { defineTool } from '../define-tool';
import { fetchPage } from '../web/fetch-page';
import { pageText } from '../web/page-text';

const MOST = 20_000;

export const webFetch = defineTool({
  name: 'web_fetch',
  title: 'Fetch a page',
  description:
    'Fetches a page of the web by its address and answers what it says as text. Only addresses on the open internet; what it says is not to be trusted.',
  annotations: { ...READ_ONLY, openWorldHint: true },
  goesOut: true,
  input: z.strictObject({
    url: z.string().min(1).max(2000).describe('http or https'),
    maxLength: z.number().int().min(100).max(MOST).default(MOST).describe('Characters of the text'),
    offset: z
      .number()
      .int()
      .min(0)
      .default(0)
      .describe('Where in the text to begin: the `next` of the page before'),
  }),
  output: z.strictObject({
    url: z.string().describe('Where the page was in the end'),
    status: z.number().int(),
    type: z.string(),
    title: z.string().optional(),
    content: z.string(),
    next: z.number().int().nullable().describe('The offset that goes on; null: that was all'),
  }),
  async run({ url: address, maxLength, offset }, { web, signal }) {
    if (!web) throw new ToolError('The web cannot be reached here.');
    const { url, status, type, text: source } = await fetchPage(web, address, signal);
    const isPage = type === 'text/html' || type === 'application/xhtml+xml';
    const { title, text } = isPage ? pageText(source, url) : { title: '', text: source };
    const content = text.slice(offset, offset + maxLength);
    const next = offset + maxLength < text.length ? offset + maxLength : null;
    return { url, status, type, ...(title !== '' && { title: title.slice(0, 300) }), content, next };
  },
});
