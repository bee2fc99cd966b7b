/** Leaves the team; everything the caller has open there ends. */
import { leave } from '@/lib/account/leave';
import { endpoint, methods } from '@/lib/http/route';
import { contextOf, Proof } from '../factors/proof-shape';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint({
    auditors: true,
    body: Proof,
    async handle({ caller, body, request }) {
      await leave(await contextOf(caller, request), body);
    },
  }),
});
