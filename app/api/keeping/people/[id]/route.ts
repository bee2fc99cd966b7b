/** One person: what erasing them would do, and the erasure; for admins, with proof of identity. */
import { database } from '@/lib/database';
import { endpoint, methods } from '@/lib/http/route';
import { eraseWithProof, planErasure } from '@/lib/keeping/erasures';
import { contextOf, Proof } from '../../../account/factors/proof-shape';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint({
    async handle({ caller, params }) {
      const { db } = await database();
      return planErasure(db, caller, params.id ?? '');
    },
  }),
  DELETE: endpoint({
    body: Proof,
    async handle({ caller, body, params, request }) {
      return eraseWithProof(await contextOf(caller, request), params.id ?? '', body);
    },
  }),
});
