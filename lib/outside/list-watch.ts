import 'server-only';
import { describeError, log } from '@/lib/log';
import { findTokenRights } from '@/lib/store/outside/tokens';
/**
 * Watches whether a visitor's list of tools has changed: by their role, the team's policy or their own, or their token.
 * Any process may change those, so the database is polled for all listeners.
 */
import { findCaller } from '@/lib/store/people';
import { type Scope, scopesOf } from '@/mcp/scopes';
import { listedAs } from './gateway/listed';
import type { OutsideServices } from './services';
import type { Visitor } from './visitor';

const LOOK_MS = 2_000;

export interface ListWatch {
  /** Called once for each change. */
  changed(): void;
  /** The token is no longer valid, or its owner has gone: nothing more will be announced. */
  over(): void;
}

/**
 * Watches until the returned function is called.
 * @param services as they are
 */
export function watchList(
  services: OutsideServices,
  visitor: Visitor,
  { changed, over }: ListWatch,
): () => void {
  let known: string | undefined;
  let isBusy = false;
  const look = async () => {
    if (isBusy) return;
    isBusy = true;
    try {
      const now = await listedNow(services, visitor);
      if (now === undefined) return over();
      if (known !== undefined && known !== now) changed();
      known = now;
    } catch (error) {
      // The next poll may succeed.
      log('warn', 'list_watch', describeError(error));
    } finally {
      isBusy = false;
    }
  };
  const timer = setInterval(look, LOOK_MS);
  timer.unref();
  void look();
  return () => clearInterval(timer);
}

async function listedNow(services: OutsideServices, { tokenId, chatId, tokenName, caller }: Visitor) {
  const { db } = services.deps;
  const given = await findTokenRights(db, tokenId);
  const now = given && (await findCaller(db, caller.userId));
  if (!given || !now || now.teamId !== caller.teamId) return undefined;
  const own = scopesOf(now.role);
  const scopes = new Set(given.scopes.filter((scope: Scope) => own.has(scope)));
  const { servers, mostTools } = given;
  return listedAs(services, { tokenId, tokenName, chatId, caller: now, scopes, servers, mostTools });
}
