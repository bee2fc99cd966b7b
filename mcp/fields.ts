/** Building blocks of tools' inputs and outputs, so that a field means the same everywhere. */
import { z } from 'zod';
import { DECIMAL_PATTERN, MAX_MINOR } from '@/db/money';

/** An id in an input, with where to find one: `idField('Customer', 'cus_9f2c41d07ab3', 'customers_list')`. */
export function idField(what: string, example: string, foundWith: string) {
  return z.string().min(1).max(64).describe(`${what} id, such as "${example}"; find it with ${foundWith}`);
}

/** A text in an input, trimmed and not empty. */
export function textField(description: string, max = 200) {
  return z.string().trim().min(1).max(max).describe(description);
}

/** An amount in an input, as a decimal string; `parseMoney` turns it into minor units. */
export function amountField(description: string) {
  return z
    .string()
    .max(20)
    .regex(DECIMAL_PATTERN, {
      error: 'must be an amount such as "450.00", with at most two decimals',
      abort: true,
    })
    .refine((text) => Math.abs(Number(text)) <= MAX_MINOR / 100, 'is too large')
    .describe(description);
}

/** A day in an input, YYYY-MM-DD. */
export function dateField(description: string) {
  return z.iso
    .date({ error: 'must be a date such as "2026-11-30"', abort: true })
    .refine((day) => day >= '1900-01-01' && day <= '2999-12-31', 'must be between 1900 and 2999')
    .describe(description);
}

/** A rate in an input, in percent with at most two decimals; times 100 it is the basis points of the database. */
export function percentField(description: string) {
  return z
    .number()
    .min(0)
    .max(100)
    .refine((rate) => Math.abs(rate * 100 - Math.round(rate * 100)) < 1e-6, 'must have at most two decimals')
    .describe(description);
}

/** Output fields. */
export const id = z.string();
export const money = z.string().describe('Decimal amount such as "450.00"');
export const currency = z.string().describe('ISO 4217, such as "EUR"');
export const day = z.string().describe('YYYY-MM-DD');
export const instant = z.string().describe('ISO 8601, UTC');
export const percent = z.number().describe('Percent: 19 is 19 %');
