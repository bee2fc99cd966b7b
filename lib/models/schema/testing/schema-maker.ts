/** Random schemas and values, the same for the same seed: anything that servers write, in any draft. */
import { isNode, type Node } from '../node';

/** Numbers from 0 to below 1; the same sequence for the same seed. */
export function chance(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const NAMES = ['id', 'name', 'filter[x]', '$top', 'count', 'tags', 'where', 'x'.repeat(70), 'ünder', 'a.b'];
const TYPES = ['string', 'number', 'integer', 'boolean', 'null', 'array', 'object'];

export class SchemaMaker {
  /** @param isTyped whether every object declares its type, so that no other value matches it */
  constructor(
    private readonly random: () => number,
    private readonly isTyped = false,
  ) {}

  /** An object, with definitions that its members may refer to. */
  root(): Node {
    const definitions = {
      a: this.schema(3),
      b: this.object(2),
      loop: { type: 'object', properties: { next: { $ref: '#/$defs/loop' } } },
    };
    const hasUnion = this.random() < 0.2;
    const parts = !hasUnion && this.random() < 0.2 ? { allOf: [this.object(3)] } : {};
    // A member that only one alternative describes is presented by that description, although the others may allow
    // more.
    const closed = this.isTyped ? { additionalProperties: false } : {};
    const branches = [this.object(2), this.object(2)].map((branch) => ({ ...branch, ...closed }));
    const union = hasUnion ? { [this.one(['anyOf', 'oneOf'])]: branches } : {};
    const base = hasUnion && this.isTyped ? { type: 'object' } : this.object(0);
    return {
      $schema: 'http://json-schema.org/draft-04/schema#',
      ...base,
      ...union,
      ...parts,
      $defs: definitions,
      definitions,
    };
  }

  private schema(depth: number): unknown {
    if (this.random() < 0.05) return true;
    if (depth > 3) return { type: this.one(['string', 'number', 'boolean']) };
    const make = this.one([
      () => this.text(),
      () => this.number(),
      () => ({ type: 'boolean', default: true }),
      () => this.object(depth),
      () => this.list(depth),
      () => ({ enum: this.some(['a', 'b', '', 1, 2.5, null, true], 3) }),
      () => ({ const: this.one(['fixed', 7, null, false]) }),
      () => ({
        [this.one(['anyOf', 'oneOf'])]: [this.schema(depth + 1), this.schema(depth + 1)],
        description: 'Either.',
      }),
      () => ({ allOf: [this.object(depth + 1), this.object(depth + 1)] }),
      () => ({
        $ref: this.one([
          '#/$defs/a',
          '#/definitions/b',
          '#/$defs/loop',
          '#/nowhere',
          'https://x.example/s.json',
        ]),
      }),
      () => ({ type: this.some(TYPES, 3), nullable: this.random() < 0.3 }),
      () => ({ description: 'Anything.' }),
      () => ({ type: 'double' }),
      () => ({ not: { type: 'string' } }),
    ]);
    return make();
  }

  private text(): Node {
    const { random } = this;
    return {
      type: 'string',
      ...(random() < 0.3 && { format: this.one(['email', 'uri', 'date-time', 'mine']) }),
      ...(random() < 0.3 && { pattern: this.one(['^(?!x)\\w+$', '\\d', '^\\p{L}$']) }),
      ...(random() < 0.3 && { minLength: 1, maxLength: this.one([3, 50, 99_999]) }),
    };
  }

  private number(): Node {
    const { random } = this;
    const bound =
      random() < 0.5
        ? { minimum: 0, exclusiveMinimum: true }
        : { exclusiveMinimum: 0, exclusiveMaximum: 9.5 };
    return {
      type: this.one(['number', 'integer']),
      ...(random() < 0.5 && bound),
      ...(random() < 0.2 && { multipleOf: 2 }),
    };
  }

  private list(depth: number): Node {
    const item = () => this.schema(depth + 1);
    const items = this.one([
      {},
      { items: item() },
      { items: [item(), item()] },
      { prefixItems: [item()], items: item() },
      { items: true },
    ]);
    return { type: 'array', ...items, ...(this.random() < 0.2 && { maxItems: 5, uniqueItems: true }) };
  }

  private object(depth: number): Node {
    const names = this.some(NAMES, 4);
    const properties = Object.fromEntries(names.map((name) => [name, this.schema(depth + 1)]));
    return {
      ...((this.isTyped || this.random() < 0.8) && { type: 'object' }),
      ...(this.random() < 0.9 && { properties }),
      ...(this.random() < 0.5 && { required: this.some([...names, 'unsaid'], 2) }),
      ...(this.random() < 0.4 && { additionalProperties: this.one([false, true, { type: 'string' }]) }),
      ...(!this.isTyped &&
        this.random() < 0.1 && { patternProperties: { '^x-': {} }, propertyNames: { maxLength: 9 } }),
    };
  }

  /** A value that follows the schema as far as that is easily seen; often one that does not match. */
  value(schema: unknown, document: Node, depth = 0): unknown {
    if (!isNode(schema) || depth > 4) return this.anyValue(depth);
    // Not the types that only a server can compare with its own list.
    if (this.random() < 0.1) return this.anyValue(depth, this.one(TYPES.slice(0, 5)));
    if (typeof schema.$ref === 'string') {
      const [, place, name] = schema.$ref.split('/');
      const table = document[place ?? ''];
      return this.value(isNode(table) ? table[name ?? ''] : undefined, document, depth + 1);
    }
    for (const list of [schema.anyOf, schema.oneOf, schema.allOf]) {
      if (Array.isArray(list)) {
        const made = this.value(this.one(list), document, depth);
        return isNode(made) && isNode(schema.properties)
          ? { ...made, ...this.members(schema, document, depth) }
          : made;
      }
    }
    if ('const' in schema) return schema.const;
    if (Array.isArray(schema.enum)) return this.one(schema.enum);
    const type = Array.isArray(schema.type) ? this.one(schema.type) : schema.type;
    if (type === 'object' || isNode(schema.properties)) return this.members(schema, document, depth);
    if (type === 'array') {
      const items = Array.isArray(schema.items) ? schema.items : [schema.items];
      return items.map((item) => this.value(item, document, depth + 1));
    }
    return this.anyValue(depth, String(type));
  }

  private members(schema: Node, document: Node, depth: number): Node {
    const properties = isNode(schema.properties) ? Object.entries(schema.properties) : [];
    const made = properties.map(([name, member]) => [name, this.value(member, document, depth + 1)]);
    const more = schema.additionalProperties === false ? {} : { unsaid: 1 };
    return { ...more, ...Object.fromEntries(made) };
  }

  private anyValue(depth: number, type = this.one(TYPES)): unknown {
    switch (type) {
      case 'string':
        return this.one(['a', 'b', 'word', 'a@b.example', '2026-01-02T03:04:05Z', '']);
      case 'number':
        return this.one([0, 1, 2, 2.5, 9]);
      case 'integer':
        return this.one([0, 1, 2, 8]);
      case 'boolean':
        return this.random() < 0.5;
      case 'array':
        // Lists nested three deep exceed the depth to which arbitrary values are described.
        return ['string', 'object'].map((inner) => this.anyValue(depth + 2, inner));
      case 'object':
        return depth > 2 ? {} : { id: this.anyValue(depth + 1) };
      default:
        return null;
    }
  }

  private one<Item>(items: readonly Item[]): Item {
    return items[Math.floor(this.random() * items.length)] as Item;
  }

  private some<Item>(items: readonly Item[], most: number): Item[] {
    const count = 1 + Math.floor(this.random() * most);
    return [...new Set(Array.from({ length: count }, () => this.one(items)))];
  }
}
