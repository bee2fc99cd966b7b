/** Where what the figures count can be looked at. */

import { works } from '@/lib/people/roles';
import type { Role } from '@/lib/policy/policy';

export const INBOX = '/approvals';

/** An auditor reads the record, and has no inbox. */
export const mayGo = (role: Role, way: string) => works(role) || way.startsWith('/activity');

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** In the record: what has ended so within the last day, from a full hour on: the address is the same a moment later. */
export function endedSince(status: 'success' | 'error' | 'unknown', now: number): string {
  const from = new Date(Math.floor(now / HOUR_MS) * HOUR_MS - DAY_MS).toISOString();
  return `/activity?${new URLSearchParams({ kind: 'answered', status, from })}`;
}

export const failedSince = (now: number) => endedSince('error', now);
