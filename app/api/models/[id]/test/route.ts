/**
 * Asks a model something small, to see whether it answers: for admins, since it costs money and reveals details of the
 * installation.
 */
import { tryModel } from '@/lib/agent/aside/try-model';
import { database } from '@/lib/database';
import { AppError } from '@/lib/errors';
import { endpoint, methods } from '@/lib/http/route';
import { modelsOf } from '@/lib/models/team/read-models';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint({
    async handle({ caller, params }) {
      if (caller.role !== 'admin') throw new AppError('forbidden', 'Only admins test models.');
      const models = await modelsOf((await database()).db, caller);
      const id = params.id ?? '';
      if (!models.has(id)) throw new AppError('not_found', 'There is no such model.');
      return tryModel(models.find(id));
    },
  }),
});
