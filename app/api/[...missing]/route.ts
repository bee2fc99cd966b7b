/** Addresses below /api that do not exist: the answer programs expect, instead of a page. */
import { AppError } from '@/lib/errors';
import { endpoint, methods } from '@/lib/http/route';

const missing = endpoint({
  auditors: true,
  handle: async () => {
    throw new AppError('not_found', 'There is nothing here.');
  },
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: missing,
  HEAD: missing,
  POST: missing,
  PUT: missing,
  PATCH: missing,
  DELETE: missing,
  OPTIONS: missing,
});
