import type { Ruling } from '@/lib/approvals/authority';

/** The ruling that let a call through, and the state it was based on. */
export interface LetThrough extends Ruling {
  authorityHash: string;
  serversVersion: number;
}
