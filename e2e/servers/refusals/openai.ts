/** What OpenAI's API, and those that validate like it, refuse. */
import type { Rule } from './rule.ts';
import { isNode, type Place, type SentTool } from './walk.ts';

/** The path in its spelling: `In context=('properties', 'paths')`. */
function context({ path }: Place): string {
  return `(${path.map((step) => `'${step}'`).join(', ')}${path.length === 1 ? ',' : ''})`;
}

const invalid = ({ name }: SentTool, place: Place, why: string) =>
  `Invalid schema for function '${name}': In context=${context(place)}, ${why}`;

const AT_THE_TOP = ['oneOf', 'anyOf', 'allOf', 'enum', 'not'];
const LOOKAROUND = /\(\?(?:[=!]|<[=!])/;

export const OPENAI: Rule[] = [
  {
    id: 'array-without-items',
    api: 'openai',
    source: 'https://github.com/gumloop/guMCP/pull/136',
    refuses: ({ node }) => isNode(node) && node.type === 'array' && !('items' in node),
    says: (tool, _index, place) => invalid(tool, place, 'array schema missing items.'),
  },
  {
    id: 'object-without-properties',
    api: 'openai',
    source: 'https://github.com/github/github-mcp-server/issues/1548',
    refuses: ({ node }) => isNode(node) && node.type === 'object' && !isNode(node.properties),
    says: (tool, _index, place) => invalid(tool, place, 'object schema missing properties.'),
  },
  {
    id: 'no-parameters',
    api: 'openai',
    source: 'https://github.com/karakeep-app/karakeep/issues/1831',
    refuses: ({ node, path }) => path.length === 0 && !isNode(node),
    says: ({ name }) => `Invalid schema for function '${name}': None is not of type 'object'.`,
  },
  {
    id: 'root-no-object',
    api: 'openai',
    source: 'https://github.com/chatanywhere/GPT_API_free/issues/403',
    refuses: ({ node, path }) => path.length === 0 && isNode(node) && node.type !== 'object',
    says: ({ name }) =>
      `Invalid schema for function '${name}': schema must be a JSON Schema of 'type: "object"', got 'type: null'.`,
  },
  {
    id: 'root-union',
    api: 'openai',
    source: 'https://github.com/nspady/google-calendar-mcp/issues/39',
    refuses: ({ node, path }) => path.length === 0 && isNode(node) && AT_THE_TOP.some((key) => key in node),
    says: ({ name }) =>
      `Invalid schema for function '${name}': schema must have type 'object' and not have 'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the top level.`,
  },
  {
    id: 'all-of',
    api: 'openai',
    source: 'https://github.com/makenotion/notion-mcp-server/issues/102',
    refuses: ({ node, path }) => path.length > 0 && isNode(node) && 'allOf' in node,
    says: (tool, _index, place) => invalid(tool, place, "'allOf' is not permitted."),
  },
  {
    id: 'no-type',
    api: 'openai',
    source: 'https://github.com/apexive/odoo-llm/issues/212',
    refuses: ({ node }) => isNode(node) && !('type' in node || 'anyOf' in node || '$ref' in node),
    says: (tool, _index, place) => invalid(tool, place, "schema must have a 'type' key."),
  },
  {
    // It identifies neither the tool nor its position in the list.
    id: 'lookaround',
    api: 'openai',
    source: 'https://github.com/decolua/9router/issues/1556',
    refuses: ({ node }) => isNode(node) && typeof node.pattern === 'string' && LOOKAROUND.test(node.pattern),
    says: (_tool, _index, { path }) =>
      `Invalid JSON schema: regex lookaround is not supported. Found at $.${[...path, 'pattern'].join('.')}.`,
  },
  {
    id: 'pattern-of-unicode',
    api: 'openai',
    source: 'https://github.com/Alishahryar1/free-claude-code/issues/1730',
    refuses: ({ node }) => isNode(node) && typeof node.pattern === 'string' && /\\p\{/u.test(node.pattern),
    says: ({ name }, _index, { node }) =>
      `Invalid schema for function '${name}': '${isNode(node) ? node.pattern : ''}' is not a 'regex'.`,
  },
  {
    id: 'long-description',
    api: 'openai',
    source: 'https://github.com/getsentry/sentry-mcp/issues/106',
    refusesTool: ({ description = '' }) => description.length > 1024,
    says: ({ description = '' }, index) =>
      `Invalid 'tools[${index}].function.description': string too long. Expected a string with maximum length 1024, but got a string with length ${description.length} instead.`,
  },
  {
    id: 'long-name',
    api: 'openai',
    source: 'https://github.com/mrexodia/ida-pro-mcp/issues/129',
    refusesTool: ({ name }) => name.length > 64,
    says: ({ name }, index) =>
      `Invalid 'tools[${index}].function.name': string too long. Expected a string with maximum length 64, but got a string with length ${name.length} instead.`,
  },
];
