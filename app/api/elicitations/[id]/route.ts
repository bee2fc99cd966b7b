/** A person's answer to what a server asked during a call. It does not decide about any call. */
import { z } from 'zod';
import { sessionHash } from '@/lib/auth/session';
import { database } from '@/lib/database';
import { endpoint, methods } from '@/lib/http/route';
import { answerForm } from '@/lib/runs/answer-form';
import { announce } from '@/lib/runs/follow/events';

const body = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('accept'), content: z.record(z.string(), z.unknown()) }),
  z.strictObject({ action: z.literal('decline') }),
  z.strictObject({ action: z.literal('cancel') }),
]);

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint({
    body,
    async handle({ caller, body, params, request }) {
      const { db } = await database();
      const id = params.id ?? '';
      const answering = { db, caller, session: sessionHash(request.headers) };
      const { status, chatId } = await answerForm(answering, id, body);
      await announce(db, chatId);
      return { id, status };
    },
  }),
});
