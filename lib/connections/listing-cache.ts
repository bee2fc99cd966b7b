/**
 * What a server offers, kept for a while: a turn must not wait for listings, least of all for those of a
 * server that is slow or gone.
 */
import type { DeclaredListing } from '@/lib/servers/server-listing';

export interface CacheTimes {
  /** A listing younger than this is returned as it is, in milliseconds. */
  freshMs: number;
  /** A listing older than this is not returned any more: the caller waits for a new one. */
  staleMs: number;
  /** How long a server is left alone after a failure. */
  retryMs: number;
  /** How long a failure is still returned while the server is asked again in the background; after that the caller waits. */
  tellMs: number;
}

/** For other servers: nobody waits a second time for a server that failed. */
export const CACHE_TIMES: CacheTimes = {
  freshMs: 60_000,
  staleMs: 600_000,
  retryMs: 10_000,
  tellMs: Number.POSITIVE_INFINITY,
};

/** The longest time, in milliseconds, for which a server may declare its listing valid. */
const LONGEST_FRESH_MS = 600_000;

interface Listed {
  listing: DeclaredListing;
  at: number;
}

export class ListingCache {
  private last: Listed | undefined;
  private loading: Promise<DeclaredListing> | undefined;

  /** @param load never rejects: a failure is a listing too. */
  constructor(
    private readonly load: () => Promise<DeclaredListing>,
    private readonly times: CacheTimes,
  ) {}

  /** How old the newest listing is, in milliseconds. */
  get ageMs(): number {
    return this.last ? Date.now() - this.last.at : Number.POSITIVE_INFINITY;
  }

  /** The newest listing, however old. */
  get known(): DeclaredListing | undefined {
    return this.last?.listing;
  }

  /** The newest listing, unless it is too old to be returned. */
  get lately(): DeclaredListing | undefined {
    return this.last && this.isGiven(this.last) ? this.last.listing : undefined;
  }

  /** The listing; if it has aged, it is refreshed in the background. */
  async get(): Promise<DeclaredListing> {
    if (!this.last) return this.refresh();
    const { listing, at } = this.last;
    const { retryMs } = this.times;
    const freshMs = this.freshMs(listing);
    const isGiven = this.isGiven(this.last);
    if (Date.now() - at < (listing.failed ? retryMs : freshMs)) return listing;
    const next = this.refresh();
    return isGiven ? listing : next;
  }

  private isGiven({ listing, at }: Listed): boolean {
    const { staleMs, tellMs } = this.times;
    return Date.now() - at < (listing.failed ? tellMs : staleMs);
  }

  /** Asks the server now; concurrent callers share one answer. */
  refresh(): Promise<DeclaredListing> {
    this.loading ??= this.loadNow().finally(() => {
      this.loading = undefined;
    });
    return this.loading;
  }

  /** Asks the server again even if a request is in flight, since that answer may be outdated already. */
  async renew(): Promise<DeclaredListing> {
    await this.loading;
    return this.refresh();
  }

  private async loadNow(): Promise<DeclaredListing> {
    const listing = await this.load();
    this.last = { listing, at: Date.now() };
    return listing;
  }

  /** As long as the server declares, if it does. A listing declared valid for no time is fetched again at every use. */
  private freshMs({ ttlMs }: DeclaredListing): number {
    if (ttlMs === undefined || this.times.freshMs === Number.POSITIVE_INFINITY) return this.times.freshMs;
    return Math.min(ttlMs, LONGEST_FRESH_MS);
  }
}
