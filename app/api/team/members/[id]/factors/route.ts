/** Removes the second factor of a member who has lost it. For admins, who show their own. */
import { resetFactorsOf } from '@/lib/account/factors/reset-another';
import { endpoint, methods } from '@/lib/http/route';
import { contextOf, Proof } from '../../../../account/factors/proof-shape';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  DELETE: endpoint({
    body: Proof,
    async handle({ caller, body, params, request }) {
      await resetFactorsOf(await contextOf(caller, request), params.id ?? '', body);
    },
  }),
});
