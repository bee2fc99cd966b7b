import 'server-only';
/** The dependencies of single sign-on: the providers of this process, each with its client, and Amber's own address. */
import type { Database } from '@/db/client';
import { database } from '@/lib/database';
import { env } from '@/lib/env';
import { once } from '@/lib/values/once';
import { SignOnClient } from './client';
import { configuredProviders } from './providers';
import type { Provider } from './settings';

export interface SignOnContext {
  db: Database;
  secret: string;
  appUrl: string;
  clients: ReadonlyMap<string, SignOnClient>;
}

export const clientsOf = (providers: readonly Provider[], privateServers: boolean) =>
  new Map(providers.map((one) => [one.id, new SignOnClient(one, privateServers)]));

export async function signOnContext(): Promise<SignOnContext> {
  const { db } = await database();
  const { secret, appUrl, privateServers } = env();
  const clients = once('sign-on clients', () => clientsOf(configuredProviders(), privateServers));
  return { db, secret, appUrl, clients };
}

/** Where a provider sends people back: a separate address for each, so that one cannot answer for another. */
export const redirectOf = (appUrl: string, provider: string): string =>
  `${appUrl}/api/single-sign-on/${provider}/callback`;
