/**
 * Stops the answer in progress; `withdraw` also withdraws the queued messages, and returns them. With `toolCallId` only
 * this call ends, and the answer continues.
 */
import { z } from 'zod';
import { database } from '@/lib/database';
import { endpoint, methods } from '@/lib/http/route';
import { stopCall, stopRun } from '@/lib/runs/stop';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint({
    body: z.union([
      z.strictObject({ withdraw: z.boolean().optional() }),
      z.strictObject({ toolCallId: z.string().min(1).max(200) }),
    ]),
    async handle({ caller, params, body }) {
      const { db } = await database();
      const id = params.id ?? '';
      if ('toolCallId' in body) return stopCall(db, caller, id, body.toolCallId);
      return stopRun(db, caller, id, body.withdraw);
    },
  }),
});
