/** What both chat pages hand to the screen. */
import { EXAMPLE, suggestionsFor } from '@/components/chat/suggestions';
import { hasCustomer } from '@/db/queries/customers';
import type { Caller } from '@/lib/connections/types';
import { database } from '@/lib/database';
import { env } from '@/lib/env';

export async function chatProps(caller: Caller) {
  const { model, demo } = env();
  return {
    model: model ? { label: model.model, offline: false } : { label: 'Offline model', offline: true },
    suggestions: suggestionsFor(caller.role, demo && (await hasExample(caller)), new Date()),
  };
}

async function hasExample({ teamId }: Caller): Promise<boolean> {
  const { db } = await database();
  return hasCustomer(db, teamId, EXAMPLE);
}
