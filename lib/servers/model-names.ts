/** Names by which a model knows tools: unambiguous over all servers, in the characters that models take. */

import { OWN_SERVER } from '@/lib/tools/own-server-name';
import { sha256Hex } from '@/lib/values/canonical-json';

const MAX_LENGTH = 64;
const DIGITS_OF_HASH = 6;

/**
 * `server__tool`, or the bare name for our own. Other characters become `_`; what is too long ends in a piece
 * of its hash. Two tools may get one name: the caller that lists them keeps the first.
 */
export function modelName(server: string, tool: string): string {
  const full = server === OWN_SERVER ? tool : `${server}__${tool}`;
  // Some models take no name that begins with a digit or a dash.
  const plain = full.replace(/[^A-Za-z0-9_-]/gu, '_').replace(/^(?=[0-9-])/, '_');
  if (plain.length <= MAX_LENGTH) return plain;
  const ending = `_${sha256Hex(full).slice(0, DIGITS_OF_HASH)}`;
  return plain.slice(0, MAX_LENGTH - ending.length) + ending;
}
