/** The passkey that a device has created. */
import { z } from 'zod';
import { PASSKEY_NAME } from '@/lib/account/factors/factors-view';
import { addPasskey } from '@/lib/account/factors/own-factors';
import { Registration } from '@/lib/http/passkey-shape';
import { endpoint, methods } from '@/lib/http/route';
import { contextOf } from '../../proof-shape';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint({
    auditors: true,
    settingUp: true,
    body: z.strictObject({ response: Registration, name: z.string().trim().max(PASSKEY_NAME.max) }),
    async handle({ caller, body, request }) {
      return { codes: await addPasskey(await contextOf(caller, request), body) };
    },
  }),
});
