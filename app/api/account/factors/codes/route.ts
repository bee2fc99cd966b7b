/** New recovery codes that replace the existing ones; shown only now. */
import { makeRecoveryCodes } from '@/lib/account/factors/own-factors';
import { endpoint, methods } from '@/lib/http/route';
import { contextOf, Proof } from '../proof-shape';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint({
    auditors: true,
    body: Proof,
    async handle({ caller, body, request }) {
      return { codes: await makeRecoveryCodes(await contextOf(caller, request), body) };
    },
  }),
});
