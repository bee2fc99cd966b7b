/** What Anthropic's API, and gateways to it, refuse: they identify a tool only by its position in the list. */
import type { Rule } from './rule.ts';
import { isNode, type Node } from './walk.ts';

const UNIONS = ['oneOf', 'anyOf', 'allOf'];
const MEMBER = /^[a-zA-Z0-9_.-]{1,64}$/;
const TYPES = new Set(['string', 'number', 'integer', 'boolean', 'null', 'array', 'object']);

/** Keywords that draft 2020-12 lacks, or defines differently from earlier drafts. */
function isOfAnotherDraft(node: Node): boolean {
  const types = Array.isArray(node.type) ? node.type : 'type' in node ? [node.type] : [];
  return (
    Array.isArray(node.items) ||
    typeof node.exclusiveMinimum === 'boolean' ||
    typeof node.exclusiveMaximum === 'boolean' ||
    ('required' in node && !Array.isArray(node.required)) ||
    ('enum' in node && !Array.isArray(node.enum)) ||
    types.some((type) => !TYPES.has(String(type)))
  );
}

export const ANTHROPIC: Rule[] = [
  {
    id: 'root-union',
    api: 'anthropic',
    source: 'https://github.com/anthropics/claude-code/issues/40075',
    refuses: ({ node, path }) => path.length === 0 && isNode(node) && UNIONS.some((key) => key in node),
    says: (_tool, index) =>
      `tools.${index}.custom.input_schema: input_schema does not support oneOf, allOf, or anyOf at the top level`,
  },
  {
    id: 'another-draft',
    api: 'anthropic',
    source: 'https://github.com/anthropics/claude-code/issues/63673',
    refuses: ({ node }) => isNode(node) && isOfAnotherDraft(node),
    says: (_tool, index) =>
      `tools.${index}.custom.input_schema: JSON schema is invalid. It must match JSON Schema draft 2020-12 (https://json-schema.org/draft/2020-12). Learn more about tool use at https://docs.claude.com/en/docs/tool-use.`,
  },
  {
    id: 'name-of-a-member',
    api: 'anthropic',
    source: 'https://github.com/beautyfree/appstore-connect-mcp/issues/2',
    refuses: ({ node, path }) =>
      path.length === 0 &&
      isNode(node) &&
      isNode(node.properties) &&
      Object.keys(node.properties).some((name) => !MEMBER.test(name)),
    says: (_tool, index) =>
      `tools.${index}.custom.input_schema.properties: Property keys should match pattern '^[a-zA-Z0-9_.-]{1,64}$'`,
  },
  {
    id: 'long-name',
    api: 'anthropic',
    source: 'https://github.com/mims-harvard/ToolUniverse/issues/3',
    refusesTool: ({ name }) => name.length > 64,
    says: (_tool, index) =>
      `tools.${index}.FrontendRemoteMcpToolDefinition.name: String should have at most 64 characters`,
  },
];
