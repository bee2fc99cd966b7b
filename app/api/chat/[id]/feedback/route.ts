/** Feedback on an answer in the person's own chat: changeable, and removed with null. */
import { z } from 'zod';
import { database } from '@/lib/database';
import { endpoint, methods } from '@/lib/http/route';
import { rateAnswer } from '@/lib/runs/beside/rate-answer';
import { identifier } from '../../message-shape';

const LONGEST = 500;

const body = z.strictObject({
  messageId: identifier,
  good: z.boolean().nullable(),
  words: z.string().trim().max(LONGEST, `must have at most ${LONGEST} characters`).optional(),
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  PUT: endpoint({
    body,
    async handle({ caller, params, body: { messageId, good, words = '' } }) {
      const { db } = await database();
      const at = { chatId: params.id ?? '', messageId };
      await rateAnswer(db, caller, at, good === null ? null : { good, words });
    },
  }),
});
