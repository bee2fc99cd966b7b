/** How long listings are waited for, and who shares a server's slots. */
import type { Caller } from '@/lib/people/caller';
import type { DeclaredListing } from '@/lib/servers/server-listing';

/** A server that does not answer soon is missing for now; its listing keeps loading for the next caller. */
export function withPatience(
  listing: Promise<DeclaredListing>,
  patienceMs: number,
): Promise<DeclaredListing> {
  const { promise, resolve } = Promise.withResolvers<DeclaredListing>();
  const problems = [
    `The server has not told its tools within ${patienceMs / 1000} s. They are missing until it has.`,
  ];
  const timer = setTimeout(() => resolve({ tools: [], problems, failed: true }), patienceMs);
  return Promise.race([listing, promise]).finally(() => clearTimeout(timer));
}

/** Who shares the slots of a server. */
export function personOf({ teamId, userId }: Caller): string {
  return `${teamId} ${userId}`;
}
