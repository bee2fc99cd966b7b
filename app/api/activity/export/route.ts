/** The team's record as a file, which is streamed while it is read. */
import { z } from 'zod';
import { database } from '@/lib/database';
import { env } from '@/lib/env';
import { refuseOtherSites } from '@/lib/http/origin';
import { endpoint, methods } from '@/lib/http/route';
import { streamOf } from '@/lib/http/stream-of';
import { csv } from '@/lib/receipts/receipt-csv';
import { exportReceipts } from '@/lib/receipts/receipt-export';
import { jsonLines } from '@/lib/receipts/receipt-lines';
import { receiptFilters } from '@/lib/receipts/receipt-query';
import { assertReads } from '@/lib/receipts/receipts';

const FORMATS = {
  csv: { format: csv, type: 'text/csv; charset=utf-8' },
  jsonl: { format: jsonLines, type: 'application/x-ndjson; charset=utf-8' },
};

const query = receiptFilters.extend({ format: z.enum(['csv', 'jsonl']) });

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint({
    auditors: true,
    query,
    async handle({ caller, request, query: { format: name, ...filters } }) {
      refuseOtherSites(request.headers);
      assertReads(caller);
      const { db } = await database();
      const { format, type } = FORMATS[name];
      const lines = exportReceipts(db, caller, filters, format, env().secret);
      const file = `amber-receipts-${new Date().toISOString().slice(0, 10)}.${name}`;
      const disposition = `attachment; filename="${file}"`;
      return new Response(streamOf(lines), {
        headers: { 'content-type': type, 'content-disposition': disposition },
      });
    },
  }),
});
