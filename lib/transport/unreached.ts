/** Why a request got no response, in words that help whoever entered the address. */
import { ExchangeError } from '@/lib/tools/connection-error';

/** Clauses that follow "The server ...", for failures before the first byte of a request was sent. */
export const UNREACHED = {
  name: 'cannot be reached: nothing on the internet has this name',
  refused: 'cannot be reached: its machine refuses the connection',
  late: 'cannot be reached: nothing answers there in time',
  certificate: 'cannot be reached: its certificate is not valid',
} as const;

const WHY: Readonly<Record<string, string>> = {
  ECONNREFUSED: UNREACHED.refused,
  ENOTFOUND: UNREACHED.name,
  EAI_AGAIN: UNREACHED.name,
  EHOSTUNREACH: 'cannot be reached',
  ENETUNREACH: 'cannot be reached',
  UND_ERR_CONNECT_TIMEOUT: UNREACHED.late,
  CERT_HAS_EXPIRED: UNREACHED.certificate,
  DEPTH_ZERO_SELF_SIGNED_CERT: UNREACHED.certificate,
  SELF_SIGNED_CERT_IN_CHAIN: UNREACHED.certificate,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNREACHED.certificate,
  ERR_TLS_CERT_ALTNAME_INVALID: UNREACHED.certificate,
};

/** The error of a request that got no response. */
export function unreached(error: unknown): ExchangeError {
  if (error instanceof ExchangeError) return error;
  const cause: unknown = error instanceof Error ? error.cause : undefined;
  const code: unknown = cause instanceof Error ? Reflect.get(cause, 'code') : undefined;
  const why = Object.hasOwn(WHY, String(code)) ? WHY[String(code)] : undefined;
  if (why !== undefined) return new ExchangeError(why, 'not-sent');
  return new ExchangeError('broke the connection', 'unknown');
}
