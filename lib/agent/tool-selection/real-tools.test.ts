/** The tools of real servers are found, trusted or not, by messages written beforehand. */
import { describe, expect, it } from 'vitest';
import { toolIndexes } from './index-cache';
import { rank } from './rank';
import { permittedOf } from './safety';
import { searchTools } from './search-tools';
import { selectTools } from './select-tools';
import { realMessages, realTools } from './testing/real-tools';

const MESSAGES = realMessages();

/** The proportion of messages for which the list of names contains the right one. */
function share(found: (text: string) => string[], messages = MESSAGES): number {
  return messages.filter(({ text, tool }) => found(text).includes(tool)).length / messages.length;
}

describe.each([
  ['nobody vouches for', realTools(false)],
  ['somebody vouches for', realTools(true)],
])('883 tools of 45 servers that %s', (_, tools) => {
  const index = toolIndexes.of(tools);

  it('are what the tables have', () => {
    expect([tools.length, new Set(tools.map(({ server }) => server)).size, MESSAGES.length]).toEqual([
      883, 45, 1290,
    ]);
  });

  it('are found by what people write, though destructive ones are left out', () => {
    const first10 = (text: string) => {
      const { mask: permitted } = permittedOf(index, undefined, text, () => false);
      return rank(index, text, { permitted, limit: 10 }).map(({ tool }) => tool.modelName);
    };
    expect(share(first10)).toBeGreaterThanOrEqual(0.98);
    const offered = (message: string) =>
      selectTools({ tools, message, excludeDestructive: true }).tools.map(({ modelName }) => modelName);
    expect(share(offered)).toBeGreaterThanOrEqual(0.97);
  });

  it('are each found by the plain name, in a search and at once', () => {
    const names = MESSAGES.filter(({ isName }) => isName);
    const searched = (query: string) => searchTools({ tools, query }).map(({ tool }) => tool.modelName);
    expect(share(searched, names)).toBe(1);
    const offered = (message: string) =>
      selectTools({ tools, message, excludeDestructive: true }).tools.map(({ modelName }) => modelName);
    expect(share(offered, names)).toBe(1);
  });

  it('come first when a message asks for them by name', () => {
    for (const { name } of tools) {
      const [hit] = rank(index, `please use ${name} for this`, { limit: 1 });
      expect(hit?.tool.name).toBe(name);
    }
  });
});
