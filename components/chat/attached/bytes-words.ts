/** An amount of bytes for people, in their language: "12 kB". */
import { currentIntl } from '@/components/words/say';

export function bytesWords(bytes: number): string {
  const [unit, value] =
    bytes < 1000
      ? (['byte', bytes] as const)
      : bytes < 999_500
        ? (['kilobyte', Math.round(bytes / 1000)] as const)
        : (['megabyte', Math.round(bytes / 100_000) / 10] as const);
  return new Intl.NumberFormat(currentIntl(), {
    style: 'unit',
    unit,
    unitDisplay: unit === 'byte' ? 'long' : 'short',
  }).format(value);
}
