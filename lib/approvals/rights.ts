/** Who may decide what. Pure; asked with the rights of the moment, and enforced once more by the database. */
import type { Caller } from '@/lib/connections/types';
import type { Requirement } from '@/lib/policy/policy';

type Decider = Pick<Caller, 'userId' | 'role'>;

/** What of an approval decides about rights. */
export interface Asked {
  requestedBy: string;
  requirement: Requirement;
}

/** Whether somebody who can see an approval has a say in it: the chat's owner or an admin, never a viewer. */
export function hasRight({ role, userId }: Decider, requestedBy: string): boolean {
  if (role === 'admin') return true;
  return role === 'member' && userId === requestedBy;
}

/** Whether this person's Confirm counts: where an admin must, that is another person than the one who asked. */
export function mayConfirm(decider: Decider, { requestedBy, requirement }: Asked): boolean {
  if (requirement === 'ask') return hasRight(decider, requestedBy);
  return decider.role === 'admin' && decider.userId !== requestedBy;
}

/** Whose Confirm it waits for, when this person's does not count. */
export function whoConfirms({ requirement }: Asked): string {
  if (requirement === 'ask') return 'Your role may not decide this. Ask an admin of the team.';
  const who = requirement === 'two_admins' ? 'Two admins' : 'An admin';
  return `${who} other than the person who asked must confirm this.`;
}
