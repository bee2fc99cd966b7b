import 'server-only';
/** What the routes of the registry share. */
import { database } from '@/lib/database';
import { env } from '@/lib/env';
import { refuseOtherSites } from '@/lib/http/origin';
import type { Caller } from '@/lib/people/caller';
import type { RegistryContext } from '@/lib/registry/read-registry';

/** So that another site's page cannot cause requests to the registry. */
export async function registryFor(
  caller: Caller,
  { headers }: Request,
  signal: AbortSignal,
): Promise<RegistryContext> {
  refuseOtherSites(headers);
  const { db } = await database();
  return { db, caller, settings: env(), signal };
}
