import 'server-only';
/** What the routes of resources and prompts share: the person's servers, with that person's own sign-ins. */
import { z } from 'zod';
import { connectionsFor } from '@/lib/connections/for-caller';
import { database } from '@/lib/database';
import type { OfferContext } from '@/lib/offerings/attach-resource';
import { MOST_VALUE } from '@/lib/offerings/offering-view';
import type { Caller } from '@/lib/people/caller';

const MOST_FIELDS = 12;

export const server = z.string().min(1).max(100);
export const name = z.string().min(1).max(500);
export const value = z.string().max(MOST_VALUE, `must have at most ${MOST_VALUE} characters`);
/** Values by the names of the arguments they are for. */
export const values = z
  .record(name, value)
  .refine((all) => Object.keys(all).length <= MOST_FIELDS, `must be at most ${MOST_FIELDS}`);

export async function offersFor(caller: Caller, signal: AbortSignal): Promise<OfferContext> {
  const { db } = await database();
  return { db, caller, servers: await connectionsFor(caller).askable(), signal };
}
