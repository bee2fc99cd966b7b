/** What the routes of the record take in their address. */
import { z } from 'zod';

const text = z.string().min(1).max(200, 'must have at most 200 characters').optional();
const moment = z.iso.datetime({ offset: true }).optional();

export const receiptFilters = z.strictObject({
  ...{ kind: text, server: text, tool: text, person: text, chat: text },
  ...{ from: moment, to: moment },
});
