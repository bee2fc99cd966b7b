/**
 * Constraints that not every provider's subset can express, put into words: the model reads them, and the call is
 * checked against the original schema.
 */
import { isNode, type Node, numberIn } from './node';

const MAX_HINT = 300;
const MAX_VALUE = 100;
const MAX_PATTERN = 200;
/** For lengths and numbers of entries: grammars made from larger ones do not compile. */
export const MAX_COUNT = 1_000;
/** The only format that all providers accept. */
export const KEPT_FORMAT = 'date-time';

/** The description, followed in brackets by what could not be kept; undefined if there is neither. */
export function described(node: Node, hints: readonly string[]): { description?: string } {
  const said = typeof node.description === 'string' ? node.description.trim() : '';
  const more = hints.length > 0 ? `(${shortened(hints.join('; '), MAX_HINT)})` : '';
  const description = [said, more].filter((part) => part !== '').join(' ');
  return description === '' ? {} : { description };
}

/** Of texts, numbers and lists alike: each hint depends only on keywords that are present. */
export function hintsOf(node: Node): string[] {
  const { format, pattern, uniqueItems } = node;
  const bounds: [string, number | undefined][] = [
    ['more than', exclusive(node, 'exclusiveMinimum', 'minimum')],
    ['less than', exclusive(node, 'exclusiveMaximum', 'maximum')],
    ['a multiple of', numberIn(node, 'multipleOf')],
    ['at least this long:', beyond(numberIn(node, 'minLength'))],
    ['at most this long:', beyond(numberIn(node, 'maxLength'))],
    ['at least so many:', beyond(numberIn(node, 'minItems'))],
    ['at most so many:', beyond(numberIn(node, 'maxItems'))],
  ];
  return [
    ...(typeof format === 'string' && format !== KEPT_FORMAT
      ? [`format: ${shortened(format, MAX_VALUE)}`]
      : []),
    ...(typeof pattern === 'string' && pattern.length <= MAX_PATTERN ? [`matches ${pattern}`] : []),
    ...bounds.flatMap(([words, value]) => (value === undefined ? [] : [`${words} ${value}`])),
    ...(uniqueItems === true ? ['no two alike'] : []),
    ...('default' in node ? [`default: ${valueText(node.default)}`] : []),
  ];
}

/** "one of 1, 2, 3", as many as there is room for. */
export function choiceHint(choices: readonly unknown[]): string {
  if (choices.length === 1) return `always ${valueText(choices[0])}`;
  const first = choices.slice(0, MAX_HINT);
  return `one of ${shortened(first.map(valueText).join(', '), MAX_HINT / 2)}`;
}

/** Members whose names no provider accepts; they may be given nevertheless. */
export function unnamedHint(members: readonly (readonly [string, unknown])[]): string[] {
  if (members.length === 0) return [];
  const said = members.slice(0, MAX_HINT).map(([name, schema]) => {
    const { type } = isNode(schema) ? schema : {};
    return typeof type === 'string' ? `${valueText(name)} (${shortened(type, 20)})` : valueText(name);
  });
  return [`it also takes ${said.join(', ')}`];
}

/** An exclusive bound, in the spelling of draft 4 (a flag beside the bound) or of later drafts. */
function exclusive(node: Node, key: string, bound: string): number | undefined {
  return node[key] === true ? numberIn(node, bound) : numberIn(node, key);
}

function beyond(count: number | undefined): number | undefined {
  return count !== undefined && count > MAX_COUNT ? count : undefined;
}

function valueText(value: unknown): string {
  return shortened(JSON.stringify(value) ?? 'nothing', MAX_VALUE);
}

export function shortened(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).toWellFormed()}…`;
}
