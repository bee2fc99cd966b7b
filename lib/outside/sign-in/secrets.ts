import 'server-only';
/**
 * Codes and tokens of clients: random, and stored as hashes. A refresh token contains its grant, signed, so that one
 * used long ago is still recognised as ours, though nothing of it is stored.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { openText, sealText } from '@/lib/values/seal';
import { isSigned, secretsOf } from '@/lib/values/secret-before';

export interface Pair {
  access: string;
  refresh: string;
}

export function newPair(secret: string, tokenId: string): Pair {
  const said = `${tokenId}.${randomBytes(32).toString('base64url')}`;
  return {
    access: `amb_${randomBytes(32).toString('base64url')}`,
    refresh: `ambr_${said}.${signature(secret, said)}`,
  };
}

/** The grant of one of our refresh tokens, however old it is. */
export function tokenOfRefresh(secret: string, refresh: string): string | undefined {
  const [, said = '', tokenId, signed = ''] =
    /^ambr_(([\w-]{24})\.[\w-]{43})\.([\w-]{43})$/.exec(refresh) ?? [];
  return isSigned(secret, signed, (one) => signature(one, said)) ? tokenId : undefined;
}

function signature(secret: string, said: string): string {
  return createHmac('sha256', secret).update(`refresh token\n${said}`).digest('base64url');
}

/** Can only be opened with the renewed token: neither the database nor Amber's own secret is enough. */
const seal = (secret: string, tokenId: string, refresh: string) => ({
  secret: `${secret}\n${refresh}`,
  purpose: 'successor of a refresh token',
  owner: [tokenId],
});

export function sealSuccessor(secret: string, tokenId: string, refresh: string, pair: Pair): string {
  return sealText(seal(secret, tokenId, refresh), JSON.stringify([pair.access, pair.refresh]));
}

export function openSuccessor(
  secret: string,
  tokenId: string,
  refresh: string,
  sealed: string,
): Pair | undefined {
  const opened = secretsOf(secret)
    .map((one) => openText(seal(one, tokenId, refresh), sealed))
    .find((text) => text !== undefined);
  if (opened === undefined) return undefined;
  const [access, next] = JSON.parse(opened) as [string, string];
  return { access, refresh: next };
}
