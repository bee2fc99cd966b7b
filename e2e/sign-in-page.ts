/** Signing in at other people's servers, as a person sees it; and servers that require it. */
import type { ServerResponse } from 'node:http';
import { expect, type Locator, type Page } from '@playwright/test';

/** A server that records its requests. */
interface Recording {
  origin: string;
  /** Answers instead; true: it has. */
  instead?(
    asked: { path: string; query: URLSearchParams; body: string },
    response: ServerResponse,
  ): boolean | Promise<boolean>;
}

interface Called {
  onCall?(grant: { scope: string }, tool: string, response: ServerResponse): boolean;
}

/** The chat's offer to sign in, above the composer. */
export const offer = (page: Page, server: string): Locator =>
  page.locator(`[data-testid="sign-in-offer"][data-server="${server}"]`);

/** The same in the settings. */
export const place = (page: Page, server: string): Locator =>
  page.locator(`[data-testid="sign-in"][data-server="${server}"]`);

/** Goes on to the authorization server's page, which consents at once and sends the person back. */
export async function goThere(page: Page, issuer: Recording): Promise<void> {
  const there = page.getByTestId('sign-in-there');
  await expect(there).toContainText(new URL(issuer.origin).host);
  await there.getByRole('link', { name: /^Continue to / }).click();
}

/** From now on people are sent back with a refusal, and this description. */
export function declines(issuer: Recording, words: string): void {
  issuer.instead = ({ path, query }, response) => {
    if (path !== '/authorize') return false;
    const back = new URL(query.get('redirect_uri') ?? '');
    const said = { error: 'access_denied', error_description: words, iss: issuer.origin };
    back.search = new URLSearchParams({ ...said, state: query.get('state') ?? '' }).toString();
    response.writeHead(302, { location: back.href }).end();
    return true;
  };
}

/** From now on its calls require this scope. */
export function wantsRight(server: Called, scope: string): void {
  server.onCall = (grant, _, response) => {
    if (grant.scope.split(' ').includes(scope)) return false;
    const challenge = `Bearer error="insufficient_scope", scope="${scope}"`;
    response.writeHead(403, { 'www-authenticate': challenge }).end();
    return true;
  };
}

/** From now on a call requires this page to be opened first (2026-07-28). @returns what it receives about that */
export function wantsOpened(server: Recording, url: string): unknown[] {
  const heard: unknown[] = [];
  server.instead = ({ body }, response) => {
    const {
      id,
      method,
      params = {},
    } = JSON.parse(body || '{}') as {
      id?: unknown;
      method?: string;
      params?: { inputResponses?: Record<string, unknown> };
    };
    if (method !== 'tools/call') return false;
    heard.push(...Object.values(params.inputResponses ?? {}));
    if (params.inputResponses) return false;
    const asked = { method: 'elicitation/create', params: { mode: 'url', message: 'Let them in.', url } };
    const result = { resultType: 'input_required', inputRequests: { q: asked }, requestState: 's' };
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
    return true;
  };
  return heard;
}
