/** The team's record, for its admins. */
import { z } from 'zod';
import { database } from '@/lib/database';
import { endpoint, methods } from '@/lib/http/route';
import { receiptFilters } from '@/lib/receipts/receipt-query';
import { listReceipts } from '@/lib/receipts/receipts';

const query = receiptFilters.extend({
  before: z
    .string()
    .regex(/^\d{1,15}$/, 'must be a number')
    .transform(Number)
    .optional(),
  limit: z
    .string()
    .regex(/^[1-9]\d{0,2}$/, 'must be a number from 1 to 999')
    .transform(Number)
    .optional(),
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint({
    auditors: true,
    query,
    async handle({ caller, query: { before, limit, ...filters } }) {
      const { db } = await database();
      return listReceipts(db, caller, filters, before, limit);
    },
  }),
});
