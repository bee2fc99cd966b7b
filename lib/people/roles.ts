// Shared with the browser: types and pure functions only.
/** What a role means apart from tool calls. What it may call is decided by the policy and its scopes. */
import type { Role } from '@/mcp/scopes';

export const ROLES = ['viewer', 'member', 'admin', 'auditor'] as const satisfies readonly Role[];

/** May read the team's record, its servers and its figures. Only admins change any of that. */
export function readsRecord(role: Role | undefined): boolean {
  return role === 'admin' || role === 'auditor';
}

/** Works with Amber at all: an auditor has no chats, decides nothing and calls nothing. */
export function works(role: Role | undefined): boolean {
  return role !== 'auditor';
}
