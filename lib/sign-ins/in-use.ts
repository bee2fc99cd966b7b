/** The sign-ins that this process uses, each once. */
import type { Caller } from '@/lib/people/caller';
import type { ServerBook } from '@/lib/servers/book';
import { signInFor } from '@/lib/servers/team-servers';
import type { ServerConfig } from '@/lib/transport/server-config';
import { type HeldOptions, HeldSignIn } from './held';
import { reachOf } from './reach';

const MOST = 1_000;

export interface InUseOptions extends Omit<HeldOptions, 'web'> {
  book: ServerBook;
  privateServers: boolean;
}

/** The sign-in with which a caller uses a server, by the team's book. */
export function signInsInUse({ book, privateServers, ...options }: InUseOptions) {
  const held = new Map<string, HeldSignIn>();
  return ({ teamId, userId }: Caller, config: ServerConfig) => {
    const team = config.program ? undefined : book.known(teamId);
    const ref = team && signInFor(team, userId, config);
    if (!ref || config.program) return undefined;
    const known = held.get(ref.id);
    if (known) return { id: ref.id, authorization: known };
    if (held.size >= MOST) held.clear();
    const { issuerWeb: web } = reachOf(config, privateServers);
    const authorization = new HeldSignIn(ref.id, { ...options, web });
    held.set(ref.id, authorization);
    return { id: ref.id, authorization };
  };
}
