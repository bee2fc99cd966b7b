import 'server-only';
/**
 * What admins do about servers: add, remove, vouch, withdraw, accept a tool or turn it off. Each action looks at the
 * server as it is now, refuses if that is not what the admin has seen, and is recorded together with the change itself.
 */
import type { Database, Transaction } from '@/db/client';
import { AppError } from '@/lib/errors';
import type { Caller } from '@/lib/people/caller';
import { namePerson } from '@/lib/store/people';
import {
  countServers,
  deleteServer,
  findServersVersion,
  insertServer,
  lockTeamServers,
} from '@/lib/store/servers/servers';
import { deletePinsBut, deleteVouch, upsertVouch } from '@/lib/store/servers/trust';
import type { DoubtedHint } from './doubts/doubts';
import { forgetServer } from './entering/forget-server';
import { assertAnswers, assertOpen, assertUsable, type NewServer } from './entering/new-server';
import type { Offer } from './pins';
import { believedOf, recording, saidRecord } from './records/recording';
import type { ShownRecord } from './records/shown-record';
import { type Review, type Reviewed, serversView, unrehearsedIn, waitingIn } from './review';
import { assertAdmin, assertReads, withoutLogs } from './rights';
import { sealHeaders } from './sealed-headers';
import type { ServedConnections } from './served-connections';
import type { ServersView } from './servers-view';
import { identityOf } from './team-servers';
import { writeLook, writePins } from './write-pins';

export interface ChangeContext {
  db: Database;
  caller: Caller;
  connections: ServedConnections;
}

/** A tool as an admin has seen it. */
export interface LookedAt {
  tool: string;
  definitionHash: string;
}

export type ToolDecision = LookedAt &
  (
    | { decision: 'accept' | 'off' }
    /** No argument makes a call of it a rehearsal any more. */
    | { decision: 'unrehearse' }
    /** Of its doubted hints these are true and the others are not, until the tool changes. */
    | { decision: 'believe'; hints: readonly DoubtedHint[] }
    /** Which tool shows the record that its calls are about (null: none), until the tool changes. */
    | { decision: 'record'; record: ShownRecord | null }
  );

const MAX_SERVERS = 50;
export const CHANGED =
  'The server or its tools have changed since you looked. Nothing was changed; look again.';

/**
 * The servers as an admin may see them; an auditor sees the same without what the servers themselves logged, which may
 * be about anything.
 * @param server is asked again right now
 * @throws AppError forbidden
 */
export async function readServers(context: ChangeContext, server?: string): Promise<ServersView> {
  const { db, caller, connections } = context;
  await assertReads(db, caller);
  const view = await serversView(
    db,
    caller,
    await connections.review(server === undefined ? {} : { fresh: server }),
  );
  return caller.role === 'admin' ? view : withoutLogs(view);
}

/**
 * How many tools wait for an admin: they are off until then, or are not rehearsed any more.
 * @throws AppError forbidden
 */
export async function countWaiting(context: ChangeContext): Promise<number> {
  const { servers } = await reviewed(context);
  return waitingIn(servers) + unrehearsedIn(servers);
}

/** Connects and lists the server's tools now, even if that failed a moment ago. @throws AppError forbidden, not_found */
export async function tryServer(context: ChangeContext, name: string): Promise<ServersView> {
  const view = await readServers(context, name);
  if (view.servers.some(({ server }) => server === name)) return view;
  throw new AppError('not_found', 'There is no such server.');
}

/**
 * Adds a server that is reached over HTTP. Programs come from the operator's file only.
 * @param secret with which its headers are sealed
 * @param mayBePrivate if false, an address that is plainly not public is refused at once; it would never be reached
 * anyway
 * @throws AppError forbidden, bad_request, conflict, unavailable if it must answer and does not
 */
export async function addServer(
  context: ChangeContext,
  entered: NewServer,
  secret: string,
  mayBePrivate = true,
): Promise<ServersView> {
  const { db, caller, connections } = context;
  await assertAdmin(db, caller);
  assertUsable(entered, 'This cannot be added:');
  if (!mayBePrivate) assertOpen(entered.url);
  const { name, url, type, headers, timeoutMs, totalTimeoutMs } = entered;
  const { servers, problems } = connections.health();
  const isTaken = [...servers, ...problems].some((known) => known.server === name);
  if (isTaken) throw new AppError('conflict', `There is a server "${name}" already. Choose another name.`);
  if (entered.mustAnswer) await assertAnswers(connections, entered, 'It was not added.');
  const { teamId } = caller;
  const sealedHeaders = sealHeaders(secret, { teamId, name, url }, headers);
  await change(context, async (tx) => {
    const row = {
      teamId,
      name,
      url,
      type: type ?? null,
      sealedHeaders,
      timeoutMs,
      totalTimeoutMs,
      addedBy: caller.userId,
    };
    if (!(await insertServer(tx, row)))
      throw new AppError('conflict', `There is a server "${name}" already.`);
    if ((await countServers(tx, teamId)) > MAX_SERVERS)
      throw new AppError('bad_request', `A team can add ${MAX_SERVERS} servers.`);
  });
  return readServers(context, name);
}

/** @throws AppError forbidden, not_found, conflict if it is in the operator's file */
export async function removeServer(context: ChangeContext, name: string): Promise<ServersView> {
  const { teamId } = context.caller;
  const { servers } = await reviewed(context);
  const isOfFile = servers.some(({ config }) => config.name === name && config.origin !== 'settings');
  await change(context, async (tx) => {
    const isRemoved = await deleteServer(tx, teamId, name);
    if (!isRemoved && isOfFile)
      throw new AppError('conflict', 'The operator\u2019s file lists this server; it is taken away there.');
    if (!isRemoved) throw new AppError('not_found', 'There is no such server.');
    if (isOfFile) return;
    await forgetServer(tx, teamId, name);
  });
  return readServers(context);
}

/**
 * Vouches for a server: from now on its annotations count, and its tools are accepted as the admin saw them. What was
 * turned off stays off.
 * @param seen every tool that it offers
 * @throws AppError forbidden, not_found, unavailable, changed
 */
export async function vouch(
  context: ChangeContext,
  name: string,
  seen: readonly LookedAt[],
): Promise<ServersView> {
  const { teamId, userId } = context.caller;
  const { version, server } = await reviewedServer(context, name);
  if (!isSame(server.offers, seen)) throw new AppError('changed', CHANGED);
  const identity = identityOf(server.config);
  await change(context, async (tx) => {
    if ((await findServersVersion(tx, teamId)) !== version) throw new AppError('changed', CHANGED);
    if (!server.isTrustedByFile) await upsertVouch(tx, { teamId, server: name, identity, vouchedBy: userId });
    // Pins of tools that it no longer offers are dropped: should one come back, it is new.
    const offered = server.offers.map(({ tool }) => tool.name);
    await deletePinsBut(tx, teamId, server.config.name, offered);
    const taken = server.offers.filter(({ standing }) => standing !== 'off').map(({ tool }) => tool);
    await writeLook(tx, teamId, server.config, taken, userId);
    await writePins(tx, teamId, server.server, taken, { state: 'on', reason: 'look', setBy: userId });
  });
  return readServers(context);
}

/** @throws AppError forbidden, not_found, conflict if the operator's file vouches for it */
export async function withdraw(context: ChangeContext, name: string): Promise<ServersView> {
  const { teamId } = context.caller;
  const { servers } = await reviewed(context);
  if (servers.find(({ config }) => config.name === name)?.isTrustedByFile) {
    throw new AppError(
      'conflict',
      'The operator\u2019s file says that this server is trusted; it is changed there.',
    );
  }
  await change(context, async (tx) => {
    if (await deleteVouch(tx, teamId, name)) return;
    throw new AppError('not_found', 'Nobody vouches for this server.');
  });
  return readServers(context);
}

/**
 * Accepts one tool as it is now, turns it off, or says which of its doubted hints are true. A tool of an untrusted
 * server asks in any case, so accepting it only undoes that it was off.
 * @throws AppError forbidden, not_found, unavailable, changed, conflict, bad_request
 */
export async function decideTool(
  context: ChangeContext,
  name: string,
  decided: ToolDecision,
): Promise<ServersView> {
  const { teamId, userId } = context.caller;
  const { version, server } = await reviewedServer(context, name);
  const offer = server.offers.find(({ tool }) => tool.name === decided.tool);
  if (!offer) throw new AppError('not_found', 'The server does not offer this tool now.');
  if (offer.tool.definitionHash !== decided.definitionHash) throw new AppError('changed', CHANGED);
  await change(context, async (tx) => {
    if ((await findServersVersion(tx, teamId)) !== version) throw new AppError('changed', CHANGED);
    const words = pinWords(server, offer, decided);
    await writePins(tx, teamId, server.server, [offer.tool], { ...words, setBy: userId });
  });
  return readServers(context);
}

const TAKING = {
  accept: { state: 'on', reason: 'accepted' },
  off: { state: 'off', reason: 'off' },
} as const;

function pinWords(server: Reviewed, offer: Offer, decided: ToolDecision) {
  if (decided.decision === 'believe') return { ...believing(server, offer, decided.hints), ...saidOf(offer) };
  if (decided.decision === 'record') return recording(server, offer, decided.record);
  if (decided.decision === 'unrehearse') return unrehearsing(offer);
  return TAKING[decided.decision];
}

const saidOf = (offer: Offer) => ({ record: saidRecord(offer), rehearsal: offer.tool.rehearsed ?? null });

/** @throws AppError conflict: a tool that is off is not rehearsed anyway */
function unrehearsing(offer: Offer) {
  if (offer.standing !== 'on')
    throw new AppError('conflict', 'This tool is off: nothing of it is rehearsed.');
  const believed = believedOf(offer.tool);
  return { state: 'on', reason: 'unrehearsed', believed, ...saidOf(offer), rehearsal: null } as const;
}

/** @throws AppError conflict, bad_request: only doubted hints of a tool that is on can be believed */
function believing({ config }: Reviewed, { tool, standing }: Offer, hints: readonly DoubtedHint[]) {
  if (!config.trusted)
    throw new AppError(
      'conflict',
      'Nobody vouches for this server: none of its hints count. Vouch for it first.',
    );
  if (standing !== 'on')
    throw new AppError(
      'conflict',
      'This tool is off. Accept it first, then say which of its hints are true.',
    );
  const doubted = tool.doubts.map(({ hint }) => hint);
  if (hints.some((hint) => !doubted.includes(hint)))
    throw new AppError('bad_request', 'One of these hints of the tool is not in doubt. Nothing was changed.');
  const believed = doubted.filter((hint) => hints.includes(hint));
  return { state: 'on', reason: believed.length > 0 ? 'believed' : 'doubted', believed } as const;
}

async function reviewed({ db, caller, connections }: ChangeContext, fresh?: string): Promise<Review> {
  await assertAdmin(db, caller);
  return connections.review(fresh === undefined ? {} : { fresh });
}

/** The server as it is now. @throws AppError forbidden, not_found, unavailable */
export async function reviewedServer(
  context: ChangeContext,
  name: string,
): Promise<{ version: number; server: Reviewed }> {
  const { version, servers } = await reviewed(context, name);
  const server = servers.find(({ config }) => config.name === name);
  if (!server) throw new AppError('not_found', 'There is no such server.');
  if (server.failed)
    throw new AppError('unavailable', 'The server cannot be asked now. Nothing was changed.');
  return { version, server };
}

/** Whether exactly these tools were seen, each as it is now. */
function isSame(offers: readonly Offer[], seen: readonly LookedAt[]): boolean {
  const known = new Map(seen.map(({ tool, definitionHash }) => [tool, definitionHash]));
  const isEach = offers.every(({ tool }) => known.get(tool.name) === tool.definitionHash);
  return isEach && known.size === offers.length;
}

/** Changes what counts for the team, one change at a time, by an admin who is named in the record. */
export async function change(
  { db, caller }: Pick<ChangeContext, 'db' | 'caller'>,
  write: (tx: Transaction) => Promise<void>,
): Promise<void> {
  await db.transaction(async (tx) => {
    await namePerson(tx, caller.userId);
    await lockTeamServers(tx, caller.teamId);
    await assertAdmin(tx, caller);
    await write(tx);
  });
}
