/** Renames or removes one of the person's passkeys. */
import { z } from 'zod';
import { PASSKEY_NAME } from '@/lib/account/factors/factors-view';
import { nameOwnPasskey, removePasskey } from '@/lib/account/factors/own-factors';
import { database } from '@/lib/database';
import { endpoint, methods } from '@/lib/http/route';
import { contextOf, Proof } from '../../proof-shape';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  PATCH: endpoint({
    auditors: true,
    body: z.strictObject({ name: z.string().trim().min(1).max(PASSKEY_NAME.max) }),
    async handle({ caller, body: { name }, params }) {
      const { db } = await database();
      await nameOwnPasskey(db, caller, params.id ?? '', name);
    },
  }),
  DELETE: endpoint({
    auditors: true,
    body: Proof,
    async handle({ caller, body, params, request }) {
      await removePasskey(await contextOf(caller, request), params.id ?? '', body);
    },
  }),
});
