/** `enum` and `const`: texts stay a list of choices; other values, which some providers refuse, are put into words. */
import { choiceHint, described } from './hints';
import { isNode, listOf, type Node } from './node';
import type { Type } from './types';

const MAX_CHOICES = 250;
const MAX_CHARACTERS = 10_000;

/** The allowed values, if they are listed. */
export function choicesOf(node: Node): unknown[] | undefined {
  if (Object.hasOwn(node, 'const')) return [node.const];
  const values = listOf(node.enum);
  return values.length > 0 ? values : undefined;
}

/** One schema for each type among the values. */
export function byChoice(node: Node, values: readonly unknown[]): Node[] {
  const texts = values.filter((value) => typeof value === 'string');
  const others = values.filter((value) => typeof value !== 'string');
  const types = [...new Set(others.map(typeOf))];
  return [
    ...(texts.length > 0 ? [ofTexts(node, texts)] : []),
    ...types.map((type) => {
      const members = others.filter((value) => typeOf(value) === type);
      return ofType(type, described(node, type === 'null' ? [] : [choiceHint(members)]));
    }),
  ];
}

function ofTexts(node: Node, texts: readonly string[]): Node {
  const choices = [...new Set(texts)];
  const isListable =
    choices.length <= MAX_CHOICES &&
    choices.every((text) => text !== '') &&
    choices.join('').length <= MAX_CHARACTERS;
  return isListable
    ? { type: 'string', ...described(node, []), enum: choices }
    : { type: 'string', ...described(node, [choiceHint(choices)]) };
}

function ofType(type: Type, said: Node): Node {
  if (type === 'object') return { type, ...said, properties: {} };
  if (type === 'array') return { type, ...said, items: { type: 'object', properties: {} } };
  return { type, ...said };
}

function typeOf(value: unknown): Type {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (isNode(value)) return 'object';
  return typeof value === 'boolean' ? 'boolean' : 'number';
}
