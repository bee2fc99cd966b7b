import 'server-only';
import { describeError, log } from '@/lib/log';
import { findTokenRights } from '@/lib/store/outside/tokens';
/**
 * Notices that the list of tools of a visitor has changed: their role, the team's policy or their own, or their token. Those
 * change in any process, so that listeners are served by asking the database now and then.
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
  /** The token does not hold any more, or its owner has gone: nothing more will be told. */
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
      // The next look may be luckier.
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
