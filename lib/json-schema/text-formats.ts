/** The text formats worth validating here, each with an example of a valid value. Linear in the text's length. */

interface Format {
  test(text: string): boolean;
  hint: string;
}

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const DATE_TIME = /^(\d{4}-\d{2}-\d{2})[Tt ]\d{2}:\d{2}:\d{2}(\.\d{1,9})?([Zz]|[+-]\d{2}:?\d{2})$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

const FORMATS = new Map<string, Format>([
  ['date', { test: isDate, hint: 'a date such as 2026-03-31' }],
  ['date-time', { test: isDateTime, hint: 'a time such as 2026-03-31T09:30:00Z' }],
  ['email', { test: isEmail, hint: 'a mail address such as name@example.com' }],
  ['uuid', { test: (text) => UUID.test(text), hint: 'a UUID' }],
]);

/** "must be a date such as ...", or undefined if the text is valid or the format is not one of ours. */
export function formatComplaint(format: string, text: string): string | undefined {
  const known = FORMATS.get(format);
  return known && !known.test(text) ? `must be ${known.hint}` : undefined;
}

function isDate(text: string): boolean {
  if (!DATE.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

function isDateTime(text: string): boolean {
  const date = DATE_TIME.exec(text)?.[1];
  return date !== undefined && isDate(date);
}

function isEmail(text: string): boolean {
  const [name, host, ...rest] = text.split('@');
  return Boolean(name && host) && rest.length === 0 && !/\s/.test(text);
}
