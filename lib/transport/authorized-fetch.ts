/** Requests to a server that somebody has signed in to, with the token of that sign-in and no other. */
import { ExchangeError } from '@/lib/tools/connection-error';

/** A sign-in as a connection uses it. */
export interface EndpointAuthorization {
  /**
   * The header to send, with a token that is not about to expire.
   * @throws ExchangeError `not-sent` if there is no token any more
   */
  header(): Promise<string>;
  /**
   * The server rejected this header.
   * @returns whether there is a different one by now
   */
  renewed(used: string): Promise<boolean>;
  /** The server's challenge asks for more scopes than the sign-in has. */
  wantsMore(challenge: string | null): Promise<void>;
}

/** The parts of an endpoint that are used here. */
interface Asked {
  fetch(url: string, init: RequestInit): Promise<Response>;
  authorization?: EndpointAuthorization;
  onChallenge?: (challenge: string | null) => void;
}

export interface Authorized {
  response: Response;
  /** The server rejected the request's token, and there is a new one by now. */
  isRenewed: boolean;
}

interface Options {
  /**
   * Whether to send it again if its token is rejected. Never for a tool call: only the ledger knows whether that may be
   * repeated.
   */
  mayRepeat: boolean;
  /** Called right before the first send. If it throws, nothing is sent. */
  onSend?: (() => void) | undefined;
}

export async function authorizedFetch(
  { fetch, authorization, onChallenge }: Asked,
  url: string,
  init: RequestInit,
  { mayRepeat, onSend }: Options,
): Promise<Authorized> {
  const used = await authorization?.header();
  onSend?.();
  const response = await fetch(url, withHeader(init, used));
  const { status } = response;
  const challenge = response.headers.get('www-authenticate');
  if (status === 401 || (status === 403 && challenge !== null)) onChallenge?.(challenge);
  if (status === 403 && authorization && isForRights(challenge)) await authorization.wantsMore(challenge);
  if (status !== 401 || used === undefined || !authorization) return { response, isRenewed: false };
  const isRenewed = await authorization.renewed(used);
  if (!isRenewed || !mayRepeat) return { response, isRenewed };
  await response.body?.cancel();
  return { response: await fetch(url, withHeader(init, await authorization.header())), isRenewed: false };
}

/** What a refusal means for a sign-in; nothing if it is about something else. */
export function refusedForSignIn({ response, isRenewed }: Authorized): ExchangeError | undefined {
  if (isRenewed)
    return new ExchangeError('took its sign-in no longer, which was renewed since', 'answered', 'renewed');
  const challenge = response.headers.get('www-authenticate');
  if (response.status === 403 && isForRights(challenge))
    return new ExchangeError('wants a sign-in with more rights for this', 'answered', 'needs-rights');
  return undefined;
}

function isForRights(challenge: string | null): boolean {
  return /\berror\s*=\s*"?insufficient_scope\b/.test(challenge ?? '');
}

function withHeader(init: RequestInit, authorization: string | undefined): RequestInit {
  if (authorization === undefined) return init;
  const headers = new Headers(init.headers);
  headers.set('authorization', authorization);
  return { ...init, headers };
}
