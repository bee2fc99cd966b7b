/** What Gemini's APIs, and gateways to them, refuse: everything outside the subset of OpenAPI 3.0 in their `Schema`. */
import type { Rule } from './rule.ts';
import { isNode, type Node, type Place } from './walk.ts';

/** The closed list of the API's discovery document. */
const FIELDS = new Set([
  ...['type', 'format', 'title', 'description', 'nullable', 'enum', 'maxItems', 'minItems', 'properties'],
  ...['required', 'minProperties', 'maxProperties', 'minLength', 'maxLength', 'pattern', 'example', 'anyOf'],
  ...['propertyOrdering', 'default', 'items', 'minimum', 'maximum'],
]);
const NAME = /^[A-Za-z_][A-Za-z0-9_.:-]{0,63}$/;

const at = (index: number, { path }: Place) =>
  ['tools[0].function_declarations[', String(index), '].parameters', ...path.map((step) => `.${step}`)].join(
    '',
  );
const request = (index: number, place: Place) => `* GenerateContentRequest.${at(index, place)}`;

function unknownField(node: Node): string | undefined {
  return Object.keys(node).find((key) => !FIELDS.has(key));
}

function undefinedMember({ required, properties }: Node): boolean {
  const names = Array.isArray(required) ? required : [];
  return names.some((name) => !(isNode(properties) && Object.hasOwn(properties, String(name))));
}

export const GEMINI: Rule[] = [
  {
    id: 'unknown-field',
    api: 'gemini',
    source: 'https://github.com/openswarm-ai/openswarm/issues/24',
    refuses: ({ node }) => isNode(node) && unknownField(node) !== undefined,
    says: (_tool, index, place) =>
      `Invalid JSON payload received. Unknown name "${isNode(place.node) ? unknownField(place.node) : ''}" at '${at(index, place)}': Cannot find field.`,
  },
  {
    id: 'list-of-types',
    api: 'gemini',
    source: 'https://github.com/genspark-ai/genoffice/issues/186',
    refuses: ({ node }) => isNode(node) && Array.isArray(node.type),
    says: (_tool, index, place) =>
      `Invalid JSON payload received. Unknown name "type" at '${at(index, place)}': Proto field is not repeating, cannot start list.`,
  },
  {
    id: 'no-type',
    api: 'gemini',
    source: 'https://github.com/google-gemini/gemini-cli/issues/2282',
    refuses: ({ node }) => isNode(node) && !('type' in node || 'anyOf' in node),
    says: ({ name }, _index, { path }) =>
      `Unable to submit request because \`${name}\` functionDeclaration \`parameters.${path.filter((step) => step !== 'properties').join('.')}\` schema didn't specify the schema type field.`,
  },
  {
    id: 'beside-any-of',
    api: 'gemini',
    source: 'https://github.com/lambda-alpha-labs/Graphenium/issues/37',
    refuses: ({ node }) => isNode(node) && 'anyOf' in node && Object.keys(node).length > 1,
    says: ({ name }, _index, { path }) =>
      `Unable to submit request because \`${name}\` functionDeclaration \`parameters.${path.filter((step) => step !== 'properties').join('.')}\` schema specified other fields alongside any_of. When using any_of, it must be the only field set.`,
  },
  {
    id: 'enum-of-others',
    api: 'gemini',
    source: 'https://github.com/anomalyco/opencode/issues/2687',
    refuses: ({ node }) =>
      isNode(node) &&
      Array.isArray(node.enum) &&
      node.enum.some((value) => typeof value !== 'string' || value === ''),
    says: (_tool, index, place) => `Invalid value at '${at(index, place)}.enum[0]' (TYPE_STRING), true`,
  },
  {
    id: 'enum-without-string',
    api: 'gemini',
    source: 'https://github.com/JetBrains/mcp-jetbrains/issues/71',
    refuses: ({ node }) => isNode(node) && 'enum' in node && node.type !== 'string',
    says: (_tool, index, place) => `${request(index, place)}.enum: only allowed for STRING type`,
  },
  {
    id: 'format',
    api: 'gemini',
    source: 'https://github.com/google-gemini/gemini-cli/issues/3178',
    refuses: ({ node }) =>
      isNode(node) &&
      node.type === 'string' &&
      'format' in node &&
      !['enum', 'date-time'].includes(String(node.format)),
    says: (_tool, index, place) =>
      `${request(index, place)}.format: only 'enum' and 'date-time' are supported for STRING type`,
  },
  {
    id: 'array-without-items',
    api: 'gemini',
    source: 'https://github.com/boshyxd/robloxstudio-mcp/issues/72',
    refuses: ({ node }) => isNode(node) && node.type === 'array' && !isNode(node.items),
    says: (_tool, index, place) => `${request(index, place)}.items: missing field.`,
  },
  {
    id: 'required-undefined',
    api: 'gemini',
    source: 'https://github.com/iBUHub/AIStudioToAPI/issues/154',
    refuses: ({ node }) => isNode(node) && undefinedMember(node),
    says: (_tool, index, place) => `${request(index, place)}.required[0]: property is not defined`,
  },
  {
    id: 'properties-of-no-object',
    api: 'gemini',
    source: 'https://github.com/anomalyco/opencode/issues/11889',
    refuses: ({ node }) =>
      isNode(node) && node.type !== 'object' && ('properties' in node || 'required' in node),
    says: (_tool, index, place) => `${request(index, place)}.properties: only allowed for OBJECT type`,
  },
  {
    id: 'no-members',
    api: 'gemini',
    source: 'https://github.com/agno-agi/agno/pull/2113',
    refuses: ({ node }) =>
      isNode(node) && isNode(node.properties) && Object.keys(node.properties).length === 0,
    says: (_tool, index, place) => `${request(index, place)}.properties: should be non-empty for OBJECT type`,
    unmet:
      'OpenAI refuses an object without `properties`, and newer versions of Gemini take one that is empty',
  },
  {
    id: 'name',
    api: 'gemini',
    source: 'https://github.com/kaitranntt/ccs/issues/25',
    refusesTool: ({ name }) => !NAME.test(name),
    says: (_tool, index) =>
      `The GenerateContentRequest proto is invalid:\n  * tools[0].function_declarations[${index}].name: [FIELD_INVALID] Invalid function name. Must start with a letter or an underscore. Must be a-z, A-Z, 0-9, or contain underscores (_), dots (.), colons (:), or dashes (-), with a maximum length of 64.`,
  },
];
