import type { Ruling } from '@/lib/approvals/authority';

/** What let a call through, and as of which moment. */
export interface LetThrough extends Ruling {
  authorityHash: string;
  serversVersion: number;
}
