/** Requests of pages about sign-ins at servers. */
import { request } from '@/components/api/api';
import type { SignInsView } from '@/lib/sign-ins/sign-in-view';

/** Where a person would go, and for what. */
export interface Begun {
  url: string;
  host: string;
  scopes: string[];
}

/** Amber's client id at the provider, if an admin was given one. */
export interface GivenId {
  id: string;
  secret?: string;
}

const PATH = '/api/servers/sign-in';

export function loadSignIns(): Promise<SignInsView> {
  return request<SignInsView>('GET', PATH);
}

/** Does not leave the page: the person goes there, or not. */
export function beginSignIn(
  server: string,
  { chatId, client }: { chatId?: string | null; client?: GivenId },
): Promise<Begun> {
  return request<Begun>('POST', PATH, { server, ...(chatId && { chatId }), ...(client && { client }) });
}

export function signOut(server: string): Promise<void> {
  return request('POST', '/api/servers/sign-out', { server });
}

export function setWay(
  server: string,
  way: { forTeam: boolean; namesResource: boolean },
): Promise<SignInsView> {
  return request<SignInsView>('PUT', `/api/servers/${encodeURIComponent(server)}/sign-in`, way);
}
