/** How one waits for servers: who shares their places, and for how long a listing is waited for. */
import type { Caller } from '@/lib/people/caller';
import type { DeclaredListing } from '@/lib/servers/server-listing';

/** What is not there soon is missing for now; it goes on arriving for the next to ask. */
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

/** Who shares the places of a server with others. */
export function personOf({ teamId, userId }: Caller): string {
  return `${teamId} ${userId}`;
}
