/**
 * Was unsere eigenen Werkzeuge auf Englisch sagen: links ihre Worte, wie sie in `mcp` stehen, rechts dieselben auf Deutsch. Mit den
 * Seiten für Angemeldete kommen sie mit, und nur mit deutschen.
 */
import { FIELDS } from './fields';
import { PREVIEWS } from './previews';
import { SENTENCES } from './sentences';
import { TITLES } from './titles';
import { VALUES } from './values';

export const BUSINESS_TOOLS: Readonly<Record<string, string>> = {
  ...TITLES,
  ...SENTENCES,
  ...FIELDS,
  ...PREVIEWS,
  ...VALUES,
};
