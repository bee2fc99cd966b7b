/** Whether a person has a workspace of files: the settings name one team. */
import { env } from '@/lib/env';
import type { Caller } from '@/lib/people/caller';

export function hasWorkspace({ teamId, teamName }: Caller): boolean {
  const team = env().workspace?.team;
  return team !== undefined && (team === teamId || team === teamName);
}
