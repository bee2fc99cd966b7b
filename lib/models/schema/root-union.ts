/**
 * Alternatives at the root of a tool's input, which no provider accepts there, as one object that allows each of them.
 */
import { shortened } from './hints';
import { isNode, type Node, namesIn } from './node';

const MAX_SETS = 12;
const MAX_TEXT = 2_000;

/**
 * @param base what holds for every alternative
 * @param branches the alternatives that are objects
 */
export function rootUnion(base: Node, branches: readonly Node[]): Node {
  if (branches.length === 0) return base;
  const own = isNode(base.properties) ? base.properties : {};
  const found = new Map<string, unknown[]>();
  for (const { properties } of branches) {
    for (const [name, schema] of Object.entries(isNode(properties) ? properties : {})) {
      const known = found.get(name);
      if (known) known.push(schema);
      else found.set(name, [schema]);
    }
  }
  const added = [...found].filter(([name]) => !Object.hasOwn(own, name));
  const properties = [
    ...Object.entries(own),
    ...added.map(([name, schemas]) => [name, schemas.length === 1 ? schemas[0] : { anyOf: schemas }]),
  ];
  const sets = branches.map(({ required }) => new Set(namesIn(required)));
  const inAll = new Set([...(sets[0] ?? [])].filter((name) => sets.every((set) => set.has(name))));
  return {
    ...base,
    properties: Object.fromEntries(properties),
    required: [...new Set([...namesIn(base.required), ...inAll])],
    description: [base.description, setsText(sets, inAll)].filter((part) => part).join(' '),
  };
}

/** What each alternative requires beyond what all of them require. */
function setsText(sets: readonly Set<string>[], inAll: ReadonlySet<string>): string {
  const own = sets.map((set) =>
    [...set]
      .filter((name) => !inAll.has(name))
      .sort()
      .join(' and '),
  );
  const told = [...new Set(own)].filter((set) => set !== '').slice(0, MAX_SETS);
  return told.length < 2
    ? ''
    : `Give one of these sets of members: ${shortened(told.join('; or '), MAX_TEXT)}.`;
}
