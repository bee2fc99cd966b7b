import type { Ruling } from '@/lib/approvals/authority';

/** By what a call was let through, and of what moment that is. */
export interface LetThrough extends Ruling {
  authorityHash: string;
  serversVersion: number;
}
