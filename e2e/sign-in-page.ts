/** Signing in at other people's servers, as a person sees it; and servers that want something of it. */
import type { ServerResponse } from 'node:http';
import { expect, type Locator, type Page } from '@playwright/test';

interface Called {
  onCall?(grant: { scope: string }, tool: string, response: ServerResponse): boolean;
}

/** What a chat offers of it above the composer. */
export const offer = (page: Page, server: string): Locator =>
  page.locator(`[data-testid="sign-in-offer"][data-server="${server}"]`);

/** The same in the settings. */
export const place = (page: Page, server: string): Locator =>
  page.locator(`[data-testid="sign-in"][data-server="${server}"]`);

/** Goes on to the page of whoever lets people in, who agrees at once and sends the person back. */
export async function goThere(page: Page, issuer: { origin: string }): Promise<void> {
  const there = page.getByTestId('sign-in-there');
  await expect(there).toContainText(new URL(issuer.origin).host);
  await there.getByRole('link', { name: /^Continue to / }).click();
}

/** From now on its calls want this right. */
export function wantsRight(server: Called, scope: string): void {
  server.onCall = (grant, _, response) => {
    if (grant.scope.split(' ').includes(scope)) return false;
    const challenge = `Bearer error="insufficient_scope", scope="${scope}"`;
    response.writeHead(403, { 'www-authenticate': challenge }).end();
    return true;
  };
}
