/**
 * Money without rounding errors. The database holds integer minor units (45000), people and tools use decimal strings
 * ("450.00"). Every currency we support has two decimals.
 */

/** The largest absolute amount, in minor units: 100 billion in any currency, exact in a JavaScript number. */
export const MAX_MINOR = 10 ** 13;

/** The written form of an amount: "450", "450.5", "-450.00"; no spaces, separators, plus sign or exponent. */
export const DECIMAL_PATTERN = /^-?(0|[1-9]\d*)(\.\d{1,2})?$/;

/**
 * "450.00" -> 45000.
 * @throws RangeError that names the text if it is not an amount with at most two decimals, or beyond MAX_MINOR
 */
export function parseMoney(text: string): number {
  if (!DECIMAL_PATTERN.test(text)) {
    throw new RangeError(`"${text}" is not an amount. Write it like "450.00", with at most two decimals.`);
  }
  const [whole = '', fraction = ''] = text.split('.');
  const minor = Number(whole + fraction.padEnd(2, '0'));
  if (Math.abs(minor) > MAX_MINOR) throw new RangeError(`The amount ${text} is too large.`);
  return minor === 0 ? 0 : minor;
}

/**
 * 45000 -> "450.00".
 * @throws RangeError if it is not an integer or beyond MAX_MINOR
 */
export function toDecimal(minor: number): string {
  if (!Number.isInteger(minor) || Math.abs(minor) > MAX_MINOR) {
    throw new RangeError(`${minor} is not an amount in minor units.`);
  }
  const digits = String(Math.abs(minor)).padStart(3, '0');
  return `${minor < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** 135000, "EUR" -> "1,350.00 EUR". Throws as `toDecimal` does. */
export function formatMoney(minor: number, currency: string): string {
  return `${toDecimal(minor).replace(/\B(?=(\d{3})+\.)/g, ',')} ${currency}`;
}

/**
 * The amount of a line: quantity (at most three decimals) x unit price, in minor units. Halves are rounded away from
 * zero, as PostgreSQL does with `numeric`.
 */
export function lineAmount(quantity: number, unitPriceMinor: number): number {
  return multiply(unitPriceMinor, Math.round(quantity * 1000), 1000);
}

/** The tax on a sum, in minor units; the rate in basis points (1900 is 19 %). Rounds as `lineAmount` does. */
export function taxOn(subtotalMinor: number, taxRate: number): number {
  return multiply(subtotalMinor, taxRate, 10_000);
}

/** The net amount of a sum with tax, in minor units; the rate in basis points. Rounds as `lineAmount` does. */
export function netOf(grossMinor: number, taxRate: number): number {
  return multiply(grossMinor, 10_000, 10_000 + taxRate);
}

/** `amount * factor / divisor` in integers, halves away from zero. */
function multiply(amount: number, factor: number, divisor: number): number {
  const product = BigInt(amount) * BigInt(factor);
  const half = BigInt(divisor) / 2n;
  const rounded = (product < 0n ? product - half : product + half) / BigInt(divisor);
  return Number(rounded);
}
