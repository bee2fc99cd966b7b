/** The arguments of a waiting call: what their form is built from, and replacing them, which makes a new card. */
import { z } from 'zod';
import { editApproval, editableApproval } from '@/lib/approvals/edit';
import { sessionHash } from '@/lib/auth/session';
import { endpoint, methods } from '@/lib/http/route';
import { runDependencies } from '@/lib/runs/app-dependencies';
import { announce } from '@/lib/runs/follow/events';

const body = z.strictObject({ input: z.record(z.string(), z.unknown()) });

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint({
    async handle({ caller, params, signal }) {
      const { db, connectionsFor } = await runDependencies();
      return editableApproval({ db, caller, connectionsFor, signal }, params.id ?? '');
    },
  }),
  POST: endpoint({
    body,
    async handle({ caller, params, body, request, signal }) {
      const { db, connectionsFor, notify } = await runDependencies();
      const session = sessionHash(request.headers);
      const context = { db, caller, connectionsFor, signal, session, notify };
      const edited = await editApproval(context, params.id ?? '', body.input);
      await announce(db, edited.chatId);
      return { approvalId: edited.approvalId };
    },
  }),
});
