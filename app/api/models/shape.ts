/** Which model a chat is to have, as routes take it. */
import { z } from 'zod';
import { configuredModels } from '@/lib/models/model-list';

/** Null: the default one. */
export const modelShape = z
  .string()
  .max(64, 'must be the id of a model')
  .refine((id) => configuredModels().has(id), 'is no model that there is. GET /api/models lists them')
  .nullable();
