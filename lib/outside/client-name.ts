import 'server-only';
/**
 * A client's name for itself, and its session. From 2026-07-28 on, a client sends its name with every request; older
 * clients send it only once, so it travels in the session id, which is signed for the token and also holds a time and a
 * random part that tells two windows of one client apart. The only thing stored about a session is that it has ended,
 * and only for as long as its id could still be used.
 */
import { createHmac } from 'node:crypto';
import { CLIENT_INFO_META_KEY, PROTOCOL_VERSION_META_KEY } from '@modelcontextprotocol/server';
import { randomToken } from '@/db/ids';
import { AppError } from '@/lib/errors';
import { isSigned } from '@/lib/values/secret-before';
import { storable } from '@/lib/values/text';
import { type ClientCan, NOTHING } from './gateway/client-can';

const MOST_CHARACTERS = 100;

/** The name in a request's body; null when there is none. */
export function clientIn(body: unknown): string | null {
  const params = Object(Reflect.get(Object(body), 'params'));
  const meta = Object(params._meta);
  return cleanName(Object(meta[CLIENT_INFO_META_KEY] ?? params.clientInfo));
}

/** Whether it is a request of 2026-07-28 or later: those declare their version in every body. */
export function isModernBody(body: unknown): boolean {
  const meta = Object(Object(Reflect.get(Object(body), 'params'))._meta);
  return typeof meta[PROTOCOL_VERSION_META_KEY] === 'string';
}

function cleanName({ title, name }: { title?: unknown; name?: unknown }): string | null {
  const given = [title, name].find((one) => typeof one === 'string' && one.trim() !== '');
  if (typeof given !== 'string') return null;
  return storable(given.replaceAll(/\s+/g, ' ').trim().slice(0, MOST_CHARACTERS));
}

/** A client's session: the name it gave at the start, and the id that tells it from its other windows. */
export interface Session {
  id: string;
  client: string | null;
  /** What it can put before its person, as declared. */
  can: ClientCan;
}

/** Sessions expire after this many days; the client then starts a new one. */
export const SESSION_DAYS = 30;
const DAY_MS = 86_400_000;

/**
 * The id of a new session, as it goes to the client.
 * @param now milliseconds since 1970
 */
export function newSession(
  secret: string,
  tokenId: string,
  client: string | null,
  now: number = Date.now(),
  { forms, urls }: ClientCan = NOTHING,
): string {
  const name = Buffer.from(JSON.stringify([client, forms, urls])).toString('base64url');
  const said = `${randomToken()}.${now.toString(36)}.${name}`;
  return `${said}.${signature(secret, tokenId, said)}`;
}

/**
 * The session that a client names.
 * @throws AppError not_found: it is not one of ours, belongs to another token, or has expired; the client then starts a
 *   new one
 */
export function sessionOf(secret: string, tokenId: string, text: string): Session {
  const [id = '', begun = '', name = '', signed = ''] = text.split('.');
  const sign = (one: string) => signature(one, tokenId, `${id}.${begun}.${name}`);
  if (!isSigned(secret, signed, sign)) throw noSession();
  if (Date.now() - Number.parseInt(begun, 36) > SESSION_DAYS * DAY_MS) throw noSession();
  const said: unknown = JSON.parse(Buffer.from(name, 'base64url').toString());
  // Sessions from before forms were supported hold the name only.
  const [client, forms, urls] = (Array.isArray(said) ? said : [said, false, false]) as [
    string | null,
    boolean,
    boolean,
  ];
  return { id, client, can: { forms, urls } };
}

/** Makes the client start a new session. */
export const noSession = () =>
  new AppError('not_found', 'There is no such session with this token. Initialize again.');

function signature(secret: string, tokenId: string, said: string): string {
  return createHmac('sha256', secret).update(`outside session\n${tokenId}\n${said}`).digest('base64url');
}
