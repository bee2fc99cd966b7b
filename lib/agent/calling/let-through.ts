import type { Ruling } from '@/lib/approvals/standing';

/** By what a call was let through, and of what moment that is. */
export interface LetThrough extends Ruling {
  mark: string;
  serversVersion: number;
}
