/** What the routes of the record take in their address. */
import { z } from 'zod';

const text = z.string().min(1).max(200, 'must have at most 200 characters').optional();

/** Outside these years the database and the browser count differently. */
const isInYears = (value: string) => {
  const year = new Date(value).getUTCFullYear();
  return year >= 1 && year <= 9999;
};
const moment = z.iso
  .datetime({ offset: true })
  .refine(isInYears, { error: 'must lie in the years 1 to 9999' })
  .optional();

export const receiptFilters = z.strictObject({
  kind: text,
  server: text,
  tool: text,
  person: text,
  chat: text,
  status: text,
  from: moment,
  to: moment,
});
