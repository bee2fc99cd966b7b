/** Names by which a model knows tools: unambiguous across all servers, in characters that models accept. */

import { OWN_SERVER } from '@/lib/tools/own-server-name';
import { sha256Hex } from '@/lib/values/canonical-json';

const MAX_LENGTH = 64;
const DIGITS_OF_HASH = 6;

/**
 * `server__tool`, or the bare name for our own. Other characters become `_`; a name that is too long ends in a piece of
 * its hash. Two tools may get the same name: the caller that lists them keeps the first.
 */
export function modelName(server: string, tool: string): string {
  const full = server === OWN_SERVER ? tool : `${server}__${tool}`;
  // Some models accept no name that begins with a digit or a dash.
  const plain = full.replace(/[^A-Za-z0-9_-]/gu, '_').replace(/^(?=[0-9-])/, '_');
  if (plain.length <= MAX_LENGTH) return plain;
  const ending = `_${sha256Hex(full).slice(0, DIGITS_OF_HASH)}`;
  return plain.slice(0, MAX_LENGTH - ending.length) + ending;
}
