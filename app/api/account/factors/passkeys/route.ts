/** The options with which a device creates a passkey. */
import { offerPasskey } from '@/lib/account/factors/own-factors';
import { endpoint, methods } from '@/lib/http/route';
import { contextOf, Proof } from '../proof-shape';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint({
    auditors: true,
    settingUp: true,
    body: Proof,
    async handle({ caller, body, request }) {
      return offerPasskey(await contextOf(caller, request), body);
    },
  }),
});
