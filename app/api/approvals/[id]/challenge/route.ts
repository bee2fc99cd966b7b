/** A challenge for the person's passkey before a critical card is confirmed; valid once, for this card as it is. */
import { cardToConfirm } from '@/lib/approvals/step-up';
import { cardChallenge } from '@/lib/auth/factors/step-up';
import { database } from '@/lib/database';
import { env } from '@/lib/env';
import { endpoint, methods } from '@/lib/http/route';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint({
    async handle({ caller, params }) {
      const { db } = await database();
      const card = await cardToConfirm(db, caller, params.id ?? '');
      return cardChallenge(db, env(), caller.userId, card);
    },
  }),
});
