/** Who may decide what. Pure; evaluated with the rights of the moment, and enforced again by the database. */
import { AppError } from '@/lib/errors';
import type { Caller } from '@/lib/people/caller';
import type { Requirement } from '@/lib/policy/policy';

type Decider = Pick<Caller, 'userId' | 'role'>;

/** The part of an approval on which rights depend. */
export interface Asked {
  requestedBy: string;
  requirement: Requirement;
  /** Ids of everybody who changed the arguments. */
  editors: readonly string[];
}

/** Whether somebody who can see an approval has a say in it: the chat's owner or an admin, never a viewer. */
export function hasRight({ role, userId }: Decider, requestedBy: string): boolean {
  if (role === 'admin') return true;
  return role === 'member' && userId === requestedBy;
}

/**
 * Whether this person's confirmation counts: if an admin is required, it must be none of those who made the call what
 * it is, by asking for it or by changing its arguments.
 */
export function mayConfirm(decider: Decider, { requestedBy, requirement, editors }: Asked): boolean {
  if (requirement === 'ask') return hasRight(decider, requestedBy);
  const isOther = decider.userId !== requestedBy && !editors.includes(decider.userId);
  return decider.role === 'admin' && isOther;
}

/**
 * The message to a person for whom an admin has stopped everything, and who cannot decide anything until that is
 * lifted.
 */
export const stoppedPerson = () =>
  new AppError('forbidden', 'An admin has stopped everything for you. Nothing was decided.');

/** Whose confirmation it waits for if this person's does not count. */
export function whoConfirms({ requirement, editors }: Asked): string {
  if (requirement === 'ask') return 'Your role may not decide this. Ask an admin of the team.';
  const who = requirement === 'two_admins' ? 'Two admins' : 'An admin';
  const makers = editors.length > 0 ? 'those who asked or changed it' : 'the person who asked';
  return `${who} other than ${makers} must confirm this.`;
}
