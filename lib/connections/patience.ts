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
