/** What is offered if nothing matches a message: read-only tools that need no input and show what there is. */
import type { ToolIndex } from './tool-index';
import { deedOf } from './words/verbs';

/** Positions of what may be offered, one of each server, then a second of each, and so on. */
export function overviewOf(index: ToolIndex, permitted: Uint8Array): number[] {
  const byServer = new Map<string, number[]>();
  for (const [position, tool] of index.tools.entries()) {
    if (permitted[position] !== 1 || tool.risk !== 'read-only') continue;
    const { required } = tool.inputSchema;
    if (Array.isArray(required) && required.length > 0) continue;
    if (!index.analysed[position]?.nameTerms.some((term) => deedOf(term) === 'reads')) continue;
    const server = byServer.get(tool.server) ?? [];
    byServer.set(tool.server, server);
    server.push(position);
  }
  const lists = [...byServer.values()];
  const longest = lists.reduce((most, { length }) => Math.max(most, length), 0);
  return Array.from({ length: longest }, (_, place) => lists.flatMap((list) => list[place] ?? [])).flat();
}
