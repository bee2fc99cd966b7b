import 'server-only';
/**
 * When a failed embedding model is tried again, and how often its failures are logged: at growing intervals, and
 * rarely.
 */
import { Backoff } from '@/lib/connections/backoff';
import { log } from '@/lib/log';
import { describeFailure } from '@/lib/models/embedder';

const TELL_AGAIN_MS = 600_000;

export class Tries {
  private readonly backoff = new Backoff();
  private toldAt = Number.NEGATIVE_INFINITY;

  /** @param of what is embedded, for the log */
  constructor(private readonly of: 'message' | 'tools') {}

  get mayTry(): boolean {
    return this.backoff.waitMs === 0;
  }

  succeed(): void {
    this.backoff.reset();
  }

  fail(error: unknown): void {
    this.backoff.fail();
    if (Date.now() - this.toldAt < TELL_AGAIN_MS) return;
    this.toldAt = Date.now();
    log('warn', 'embedding_failed', { of: this.of, ...describeFailure(error) });
  }
}
