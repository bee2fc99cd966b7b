/** Loads (i), which needs the app's own files. */
import { join } from 'node:path';
import { root } from '../prepare/run.mjs';
import { withModule } from './aliased.ts';
import type { ListingFigures } from './listing-cost.ts';

/** @param url of an empty PostgreSQL database */
export function measureListing(url: string): Promise<ListingFigures> {
  return withModule<typeof import('./listing-cost.ts'), ListingFigures>(
    join(import.meta.dirname, 'listing-cost.ts'),
    (loaded) => loaded.measureListing(url, join(root, 'db/migrations')),
  );
}
