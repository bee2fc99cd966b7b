import 'server-only';
/**
 * What a client calls itself. From 2026-07-28 on it says so with every request; before, only when it begins, so its name
 * travels in the session id that it then brings along, signed for its token. Nothing of a session is kept here.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { CLIENT_INFO_META_KEY, PROTOCOL_VERSION_META_KEY } from '@modelcontextprotocol/server';
import { AppError } from '@/lib/errors';
import { storable } from '@/lib/text';

const MOST_CHARACTERS = 100;

/** The name in a request's body; null when there is none. */
export function clientIn(body: unknown): string | null {
  const params = Object(Reflect.get(Object(body), 'params'));
  const meta = Object(params._meta);
  return cleanName(Object(meta[CLIENT_INFO_META_KEY] ?? params.clientInfo));
}

/** Whether it is a request of 2026-07-28 or later: those say so in every body. */
export function isModernBody(body: unknown): boolean {
  const meta = Object(Object(Reflect.get(Object(body), 'params'))._meta);
  return typeof meta[PROTOCOL_VERSION_META_KEY] === 'string';
}

function cleanName({ title, name }: { title?: unknown; name?: unknown }): string | null {
  const given = [title, name].find((one) => typeof one === 'string' && one.trim() !== '');
  if (typeof given !== 'string') return null;
  return storable(given.replaceAll(/\s+/g, ' ').trim().slice(0, MOST_CHARACTERS));
}

/** The id of a session that is nothing but a name. */
export function sessionId(secret: string, tokenId: string, client: string | null): string {
  const name = Buffer.from(JSON.stringify(client)).toString('base64url');
  return `${name}.${signature(secret, tokenId, name)}`;
}

/**
 * The name in a session id.
 * @throws AppError not_found: it is none of ours, or of another token; its client begins anew then
 */
export function clientOfSession(secret: string, tokenId: string, session: string): string | null {
  const [name = '', signed = ''] = session.split('.');
  const expected = Buffer.from(signature(secret, tokenId, name));
  const given = Buffer.from(signed);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
    throw new AppError('not_found', 'There is no such session with this token. Initialize anew.');
  }
  return JSON.parse(Buffer.from(name, 'base64url').toString()) as string | null;
}

function signature(secret: string, tokenId: string, name: string): string {
  return createHmac('sha256', secret).update(`outside session\n${tokenId}\n${name}`).digest('base64url');
}
