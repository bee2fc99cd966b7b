/**
 * How the page talks to its own server: JSON, same origin, every failure as one kind of error with words that may be
 * shown. A signed-out person is taken to the sign-in page and returns afterwards; one whose team requires a second
 * factor, to where it is set up.
 */

import { say } from '@/components/words/say';
import { told } from '@/components/words/told';

/** `status` 0 and code `network`: no answer came, so it is unknown whether the server acted. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    /** The other fields of the answer, besides `error`. */
    readonly details: Record<string, unknown> = {},
  ) {
    super(message);
    this.name = 'ApiError';
  }

  get isNetwork(): boolean {
    return this.status === 0;
  }
}

export type Fetch = typeof globalThis.fetch;

/** Like `fetch`, but throws `ApiError` for everything that is not a success. */
export async function fetchOk(call: Fetch, input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await call(input, init);
  } catch (error) {
    if (error instanceof Error && error.name === 'AbortError') throw error;
    throw new ApiError(0, 'network', say('error.network'));
  }
  if (response.ok) return response;
  if (response.status === 401) goToSignIn();
  const error = await errorOf(response);
  if (error.code === 'second_factor') leaveFor('/second-factor');
  throw error;
}

/** Sends JSON (or nothing) and reads JSON; `null` for an answer without a body. Throws `ApiError`. */
export async function request<Answer>(
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: object,
  call: Fetch = globalThis.fetch,
): Promise<Answer> {
  const init: RequestInit = { method };
  if (body) {
    init.headers = { 'content-type': 'application/json' };
    init.body = JSON.stringify(body);
  }
  const response = await fetchOk(call, path, init);
  const text = await response.text();
  return (text === '' ? null : JSON.parse(text)) as Answer;
}

async function errorOf(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null);
  const { error, ...details } = asRecord(body);
  // The sign-in routes have code and message at the top level.
  const { code, message } = asRecord(error ?? body);
  return new ApiError(
    response.status,
    typeof code === 'string' ? code : 'internal',
    typeof message === 'string' && message !== '' ? told(message) : say('error.server'),
    details,
  );
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function goToSignIn(): void {
  if (typeof window === 'undefined') return;
  leaveFor('/sign-in', `?next=${encodeURIComponent(window.location.pathname)}`);
}

function leaveFor(page: string, query = ''): void {
  if (typeof window === 'undefined' || isSigningOut || window.location.pathname === page) return;
  window.location.assign(`${page}${query}`);
}

/** While this is set, a 401 does not navigate: the code that signs out decides where the browser goes. */
let isSigningOut = false;
/** By then another page has come, or none will: this one must find its way to the sign-in page again. */
const LEFT_MS = 30_000;

/**
 * Ends the session and leaves the page; where a company's own sign-in let the person in, by way of its own page.
 * @param left runs once the session has ended, here or in another tab
 * @throws ApiError still signed in
 */
export async function signOut(left: () => void = () => {}): Promise<void> {
  isSigningOut = true;
  const stay = () => {
    isSigningOut = false;
  };
  try {
    const next = await endSession();
    left();
    // The browser's Back may show this page again as it was, or the other page may be unreachable.
    window.addEventListener('pageshow', stay, { once: true });
    setTimeout(stay, LEFT_MS);
    window.location.assign(next ?? '/sign-in');
  } catch (error) {
    stay();
    throw error;
  }
}

/** @returns where the browser is signed out at the provider as well; null: nowhere */
async function endSession(): Promise<string | null> {
  try {
    return (await request<{ next: string | null }>('POST', '/api/account/sign-out', {})).next;
  } catch (error) {
    // Another tab has signed out first.
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}

/** An id of 128 random bits that also works on a plain http address, where `randomUUID` does not exist. */
export function newId(): string {
  const bytes = globalThis.crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** What to tell a person about something that failed. */
export function wordsOf(error: unknown): string {
  return error instanceof ApiError ? error.message : say('error.server');
}
