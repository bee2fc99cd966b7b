/** Links to the lists of what the figures count. */

import { works } from '@/lib/people/roles';
import type { Role } from '@/lib/policy/policy';

export const INBOX = '/approvals';

/** An auditor reads the record, and has no inbox. */
export const mayGo = (role: Role, way: string) => works(role) || way.startsWith('/activity');

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * The record filtered by this outcome over the last day, starting at a full hour, so that the address stays the same a
 * moment later.
 */
export function endedSince(status: 'success' | 'error' | 'unknown', now: number): string {
  const from = new Date(Math.floor(now / HOUR_MS) * HOUR_MS - DAY_MS).toISOString();
  return `/activity?${new URLSearchParams({ kind: 'answered', status, from })}`;
}

export const failedSince = (now: number) => endedSince('error', now);
