import 'server-only';
/** The state of a team's sign-ins for the reader: their own and the team's, never another person's. */
import { scopesIn } from '@/lib/authorization/challenge';
import { hostOf } from '@/lib/authorization/web';
import {
  countSignedIn,
  listNewestSignIns,
  listSignInWaits,
  type NewestSignIn,
  type WaitingChat,
} from '@/lib/store/servers/sign-in-pages';
import type { WebServerConfig } from '@/lib/transport/server-config';
import type { SignInContext } from './context';
import type { SignInsView, SignInView, WaitingAnswer } from './sign-in-view';

type Reading = Pick<SignInContext, 'db' | 'caller' | 'connections' | 'self'>;

interface Found {
  newest: NewestSignIn[];
  waits: WaitingChat[];
  counts: ReadonlyMap<string, number> | null;
  /** Servers that could not be listed just now for lack of a sign-in. */
  refused: ReadonlySet<string>;
}

export async function readSignIns(reading: Reading): Promise<SignInsView> {
  const { db, caller, connections, self } = reading;
  const isAdmin = caller.role === 'admin';
  const { problems } = await connections.list({ asKnown: true });
  const [newest, waits, counts] = await Promise.all([
    listNewestSignIns(db, caller),
    listSignInWaits(db, caller.teamId),
    isAdmin ? countSignedIn(db, caller.teamId) : null,
  ]);
  const refused = new Set(problems.flatMap((one) => (one.kind === 'needs-sign-in' ? [one.server] : [])));
  const found = { newest, waits, counts, refused };
  const names = connections
    .health()
    .servers.flatMap(({ server, kind }) => (kind === 'address' ? server : []));
  const views = await Promise.all(names.map((name) => viewOf(reading, name, found)));
  const signIns = views.filter((view) => view !== undefined);
  return { signIns, redirectUri: isAdmin ? self.redirectUri : null };
}

/** Nothing if nobody has to sign in there, as far as is known. */
async function viewOf(
  { caller, connections }: Reading,
  server: string,
  { newest, waits, counts, refused }: Found,
): Promise<SignInView | undefined> {
  const config = await connections.configNamed(server);
  if (!config || config.program) return undefined;
  const way = connections.signInWayOf(config);
  const person = way.forTeam ? null : caller.userId;
  const row = newest.find(
    (one) => one.server === server && one.personId === person && one.identity === way.identity,
  );
  const people = counts?.get(server) ?? (counts && 0);
  const waiting = waits.filter((one) => one.server === server);
  const isKnown = refused.has(server) || connections.challengeOf(server) !== undefined || waiting.length > 0;
  if (!row && !isKnown && !people && !way.isSaid) return undefined;
  const mayAct = caller.role === 'admin' || !way.forTeam;
  const lacks = row?.state !== 'active' || row.wanted !== null;
  return {
    server,
    host: hostOfServer(config),
    forTeam: way.forTeam,
    namesResource: way.namesResource,
    mayAct,
    people,
    ...stateOf(row),
    waiting: lacks && mayAct ? waiting.flatMap((one) => answerOf(one, caller.userId, way.forTeam)) : [],
  };
}

type Of<Key extends keyof SignInView> = Pick<SignInView, Key>;

function stateOf(
  row: NewestSignIn | undefined,
): Of<'state' | 'account' | 'issuerHost' | 'by' | 'scopes' | 'wanted' | 'signedInAt' | 'refreshedAt'> {
  if (row?.state !== 'active')
    return {
      state: row?.state === 'over' ? 'over' : 'none',
      account: null,
      issuerHost: null,
      by: null,
      scopes: [],
      wanted: [],
      signedInAt: null,
      refreshedAt: null,
    };
  return {
    state: 'active',
    account: row.account,
    issuerHost: hostOf(row.issuer),
    by: row.by,
    scopes: scopesIn(row.scopes),
    wanted: scopesIn(row.wanted),
    signedInAt: row.createdAt.toISOString(),
    refreshedAt: row.refreshedAt.toISOString(),
  };
}

/** Others' chats are shown only if they wait for an admin's sign-in. */
function answerOf(
  { chatId, title, ownerId, owner, since }: WaitingChat,
  userId: string,
  forTeam: boolean,
): WaitingAnswer[] {
  const isOwn = ownerId === userId;
  if (!isOwn && !forTeam) return [];
  // The title of another person's chat is private.
  return [{ chatId, title: isOwn ? title : '', owner: isOwn ? null : owner, since: since.toISOString() }];
}

function hostOfServer({ url, address }: WebServerConfig): string {
  return hostOf(address ?? url);
}
