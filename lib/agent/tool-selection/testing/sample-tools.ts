/** Tools for tests: with given words, or random from a seed. */
import { createHash } from 'node:crypto';
import type { SelectableTool } from '../types';

/** Only what matters to a test has to be given. With `declared` it declares hints; otherwise it declares nothing. */
export function tool(given: Partial<SelectableTool> & { name: string; required?: string[] }): SelectableTool {
  const { required, ...members } = given;
  const server = members.server ?? 'desk';
  const risk = members.risk ?? 'read-only';
  const properties = Object.fromEntries((required ?? []).map((name) => [name, { type: 'string' }]));
  const whole = {
    server,
    modelName: `${server}__${members.name}`,
    title: '',
    description: '',
    inputSchema: { type: 'object', properties, ...(required ? { required } : {}) },
    trusted: true,
    risk,
    declared: { readOnlyHint: risk === 'read-only', destructiveHint: risk === 'destructive' },
    ...members,
  };
  return { definitionHash: createHash('sha256').update(JSON.stringify(whole)).digest('hex'), ...whole };
}

/** Numbers between 0 and 1, the same in every run. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const WORDS =
  `list show create delete update invoice customer order weather forecast mail file folder report payment
  Rechnung Kunde the of and product price search house apartment ticket project team calendar`.split(/\s+/);

/** Up to `most` words, joined by the separator. */
export function randomWords(random: () => number, most: number, separator = ' '): string {
  const count = 1 + Math.floor(random() * most);
  return Array.from({ length: count }, () => WORDS[Math.floor(random() * WORDS.length)]).join(separator);
}

/** @param servers over which the tools are spread */
export function randomTools(random: () => number, count: number, servers = 5): SelectableTool[] {
  const risks = ['read-only', 'write', 'destructive'] as const;
  return Array.from({ length: count }, (_, at) =>
    tool({
      server: `server${Math.floor(random() * servers)}`,
      name: `${randomWords(random, 3, '_')}_${at}`,
      title: random() < 0.5 ? randomWords(random, 4) : '',
      description: random() < 0.9 ? randomWords(random, 30) : '',
      risk: risks[Math.floor(random() * 3)] ?? 'write',
      required: random() < 0.3 ? ['customerId'] : undefined,
    }),
  );
}
