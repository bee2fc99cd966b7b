/**
 * The library looks what a request names up in plain objects, where `constructor` and `__proto__` are always found.
 * Without what objects inherit there, such a name is unknown like any other.
 */
import type { McpServer } from '@modelcontextprotocol/server';

const KEPT = [
  '_registeredTools',
  '_registeredPrompts',
  '_registeredResources',
  '_registeredResourceTemplates',
];

export function byOwnNames(server: McpServer): McpServer {
  for (const field of KEPT) {
    const kept: unknown = Reflect.get(server, field);
    if (typeof kept !== 'object' || kept === null) throw new Error(`The library has no ${field} any more.`);
    Object.setPrototypeOf(kept, null);
  }
  return server;
}
