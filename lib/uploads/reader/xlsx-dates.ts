/** Dates of a workbook: numbers that only their format distinguishes from other numbers. */
import { hearXml } from './xml.ts';

/** Built-in formats, which workbooks use without defining them. */
const isBuiltIn = (format: number) => (format >= 14 && format <= 22) || (format >= 45 && format <= 47);
/** Day 0 in UTC, for spreadsheets that treat 1900 as a leap year. */
const DAY_ZERO = Date.UTC(1899, 11, 30);
const DAY_MS = 86_400_000;
/** The last day that can be meant as a date. */
const LAST_DAY = 2_958_465;

/** @returns whether cells of a style hold dates */
export function dateFormats(styles: Buffer): (style: number) => boolean {
  const own = new Map<number, string>();
  const formats: number[] = [];
  let isCells = false;
  hearXml(styles, {
    open(name, { numFmtId, formatCode }) {
      if (name === 'numFmt') own.set(Number(numFmtId), formatCode ?? '');
      if (name === 'cellXfs') isCells = true;
      if (name === 'xf' && isCells) formats.push(Number(numFmtId ?? 0));
    },
    close(name) {
      if (name === 'cellXfs') isCells = false;
    },
  });
  return (style) => {
    const format = formats[style] ?? 0;
    return isBuiltIn(format) || saysDate(own.get(format) ?? '');
  };
}

/** Whether it formats days, months, years or hours, outside quotes, brackets and escapes. */
function saysDate(code: string): boolean {
  return /[dmyh]/i.test(code.replaceAll(/"[^"]*"|\[[^\]]*\]|\\./g, ''));
}

/** As ISO 8601; a number that is no date stays a number. */
export function dateOf(days: number): string {
  if (!Number.isFinite(days) || days < 0 || days > LAST_DAY) return String(days);
  const [day = '', time = ''] = new Date(DAY_ZERO + Math.round(days * DAY_MS)).toISOString().split('T');
  const clock = time.slice(0, 5);
  if (days < 1) return clock;
  return clock === '00:00' ? day : `${day} ${clock}`;
}
