/** The team's instructions for every answer, set by its admins. */
import { z } from 'zod';
import { database } from '@/lib/database';
import { AppError } from '@/lib/errors';
import { endpoint, methods } from '@/lib/http/route';
import { namePerson } from '@/lib/store/people';
import { findTeamInstructions, saveTeamInstructions } from '@/lib/store/settings/preferences';
import { instructionsShape } from './shape';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint({
    async handle({ caller }) {
      const { db } = await database();
      return { instructions: await findTeamInstructions(db, caller.teamId) };
    },
  }),
  PUT: endpoint({
    body: z.strictObject({ instructions: instructionsShape }),
    async handle({ caller, body }) {
      if (caller.role !== 'admin') {
        throw new AppError('forbidden', 'Only admins write what the whole team’s answers follow.');
      }
      const { db } = await database();
      await db.transaction(async (tx) => {
        await namePerson(tx, caller.userId);
        await saveTeamInstructions(tx, caller.teamId, body.instructions);
      });
      return body;
    },
  }),
});
