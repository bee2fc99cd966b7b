import 'server-only';
/**
 * The first rehearsal of a tool: an admin says which argument makes a call a rehearsal, names what to try it on, and
 * confirms with a click that it is sent; if the server does not keep its word, the call takes effect. The record is
 * read before and after: the rehearsal is accepted, for the tool as it is, only if the record is the same.
 */
import type { Transaction } from '@/db/client';
import { newId } from '@/db/ids';
import { type Authority, judgeNow, readAuthority } from '@/lib/approvals/authority';
import { shownOf } from '@/lib/approvals/readable';
import {
  type Rehearsal,
  type RehearsalPlace,
  sendRehearsal,
} from '@/lib/approvals/rehearsals/send-rehearsal';
import { AppError } from '@/lib/errors';
import {
  CHANGED,
  type ChangeContext,
  change,
  type LookedAt,
  readServers,
  reviewedServer,
} from '@/lib/servers/change-servers';
import type { Offer } from '@/lib/servers/pins';
import { believedOf, saidRecord } from '@/lib/servers/records/recording';
import { type RehearsalComplaint, rehearsalComplaint } from '@/lib/servers/rehearsals/may-rehearse';
import { switchComplaint } from '@/lib/servers/rehearsals/switches';
import type { Reviewed } from '@/lib/servers/review';
import type { ServersView } from '@/lib/servers/servers-view';
import { writePins } from '@/lib/servers/write-pins';
import { findPin, insertPlace } from '@/lib/store/servers/rehearsals';
import { findServersVersion } from '@/lib/store/servers/servers';
import { isConnectionError } from '@/lib/tools/connection-error';
import type { PinnedRehearsal, Switch } from '@/lib/tools/rehearsal';
import { rehearsalInput } from '@/lib/tools/rehearsal-input';
import type { ConnectedTool, Shown } from '@/lib/tools/types';
import { validateInput } from '@/lib/tools/validate-input';
import { canonicalJson } from '@/lib/values/canonical-json';

export interface RehearsingContext extends ChangeContext {
  /** This process's name. */
  owner: string;
  signal: AbortSignal;
}

/** An admin's input. */
export interface FirstRehearsal extends LookedAt, Switch {
  /** Of the trial call. */
  arguments: Record<string, unknown>;
}

const WHY_NOT: Record<RehearsalComplaint, string> = {
  reads: 'A call of this tool changes nothing that could be rehearsed.',
  preview: 'Its server shows already what a call of this tool would do. Nothing was called.',
  far: 'This tool may reach beyond its server, or does not say that it does not: what it changes there nobody could compare. Nothing was called.',
  'no-record':
    'Say first what shows the record of this tool: without it nothing can be compared. Nothing was called.',
};

/** @throws AppError forbidden, not_found, unavailable, changed, conflict, bad_request */
export async function rehearseFirst(
  context: RehearsingContext,
  name: string,
  said: FirstRehearsal,
): Promise<ServersView> {
  const { version, server } = await reviewedServer(context, name);
  const offer = offerOf(server, said);
  const tool = await connectedTool(context, name, said);
  const made = madeOf(tool, said);
  const place = await newPlace(context, tool);
  const authority = await readAuthority(context.db, place.chatId, context.caller);
  assertMay(tool, said.arguments, authority);
  const before = await readRecord(place, tool, said.arguments, authority);
  const confirmedBy = context.caller.userId;
  const came = await sendRehearsal(place, { tool, input: said.arguments, made, before, confirmedBy });
  if ('unsent' in came)
    throw new AppError(
      'conflict',
      `The rehearsal could not be sent: ${came.unsent} Nothing was switched on.`,
    );
  const { argument, value } = said;
  await keep(context, { version, server, offer }, { argument, value, ...found(came) });
  return readServers(context);
}

/** @throws AppError: it is not what the admin has seen, or cannot be rehearsed at all */
function offerOf(
  { config, offers }: Reviewed,
  { tool: name, definitionHash, argument, value }: FirstRehearsal,
) {
  const offer = offers.find(({ tool }) => tool.name === name);
  if (!offer) throw new AppError('not_found', 'The server does not offer this tool now.');
  const { tool, standing } = offer;
  if (tool.definitionHash !== definitionHash) throw new AppError('changed', CHANGED);
  if (!config.trusted)
    throw new AppError(
      'conflict',
      'Nobody vouches for this server: nothing of it is rehearsed. Vouch for it first.',
    );
  if (standing !== 'on')
    throw new AppError('conflict', 'This tool is off. Accept it first, then have it rehearsed.');
  const complaint = rehearsalComplaint(tool);
  if (complaint) throw new AppError('conflict', WHY_NOT[complaint]);
  const wrong = switchComplaint(tool.inputSchema, { argument, value });
  if (wrong) throw new AppError('bad_request', `It cannot be rehearsed so: ${wrong}. Nothing was called.`);
  return offer;
}

async function connectedTool(
  { connections }: RehearsingContext,
  server: string,
  { tool: name }: FirstRehearsal,
): Promise<ConnectedTool> {
  const { tools } = await connections.list({ asKnown: true, waitFor: [server] });
  const tool = tools.find((one) => one.server === server && one.name === name);
  if (tool?.trusted && tool.record && tool.preview === undefined) return tool;
  throw new AppError('changed', CHANGED);
}

/**
 * What is sent: the admin's arguments, with the switch.
 * @throws AppError bad_request
 */
function madeOf(tool: ConnectedTool, { argument, value, arguments: given }: FirstRehearsal) {
  const made = rehearsalInput(tool, given, { argument, value });
  if (!made) {
    const message =
      'These arguments hold something that the tool does not take, or that could pass for the switch itself.';
    throw new AppError('bad_request', `${message} Nothing was called.`);
  }
  const checked = validateInput(tool, made);
  if (!checked.ok) throw new AppError('bad_request', `${checked.message} Nothing was called.`);
  return made;
}

/** A chat that is in no list, for a call outside any conversation. */
async function newPlace(
  { db, caller, connections, owner, signal }: RehearsingContext,
  { title }: ConnectedTool,
): Promise<RehearsalPlace> {
  const { teamId, userId } = caller;
  const [chatId, runId] = [newId('chat'), newId('run')];
  await db.transaction((tx) => insertPlace(tx, { id: chatId, teamId, userId, title }, runId, owner));
  return { db, caller, connections, signal, chatId, runId };
}

/** One click is one person's confirmation, without a password: a call that needs more is not sent by it. */
function assertMay(tool: ConnectedTool, input: unknown, authority: Authority): void {
  const { effect, critical, reason } = judgeNow(tool, input, authority);
  if (effect === 'deny') throw new AppError('forbidden', `${reason} Nothing was called.`);
  if (effect === 'ask_admin' || effect === 'two_admins' || critical) {
    const message =
      'The policy asks somebody else about this tool, or a password: one press does not stand for that.';
    throw new AppError('conflict', `${message} Nothing was called.`);
  }
}

/** @throws AppError: without it nothing could be compared */
async function readRecord(
  { db, chatId, caller, connections, signal }: RehearsalPlace,
  tool: ConnectedTool,
  input: unknown,
  authority: Authority,
): Promise<Shown> {
  const now = () => readAuthority(db, chatId, caller);
  const reading = shownOf({ connections, signal, now, authority }, tool, input);
  const shown = await reading.catch((error: unknown) => {
    if (!isConnectionError(error)) throw error;
    throw new AppError('conflict', `${error.message} Nothing was called.`);
  });
  if (shown?.record !== undefined) return shown;
  const message =
    'What shows the record of this tool cannot be asked about these arguments, or the policy does not let it be read.';
  throw new AppError('conflict', `${message} Nothing was called.`);
}

/** @throws AppError conflict: it was refused, and the record is the same */
function found({ state, differences, lines, words }: Rehearsal): Omit<PinnedRehearsal, keyof Switch> {
  if (state === 'on' && !lines) {
    const message = `The rehearsal failed: ${words ?? 'no answer'}`;
    throw new AppError('conflict', `${message} Its record is the same as before. Nothing was switched on.`);
  }
  return { state, ...(differences && { differences }) };
}

/** As long as the tool is as it was seen. */
function keep(
  context: RehearsingContext,
  { version, server, offer }: { version: number; server: Reviewed; offer: Offer },
  rehearsal: PinnedRehearsal,
): Promise<void> {
  const { caller } = context;
  const { tool } = offer;
  const [record, believed] = [saidRecord(offer), believedOf(tool)];
  return change(context, async (tx: Transaction) => {
    const pinned = {
      teamId: caller.teamId,
      server: server.config.name,
      tool: tool.name,
      of: tool.definitionHash,
    };
    const pin = await findPin(tx, pinned);
    const isSame = pin
      ? canonicalJson(pin.record) === canonicalJson(record)
      : (await findServersVersion(tx, caller.teamId)) === version;
    if (!isSame) throw new AppError('changed', CHANGED);
    const reason = rehearsal.state === 'on' ? 'rehearsed' : 'unrehearsed';
    const words = { state: 'on', reason, believed, record, rehearsal, setBy: caller.userId } as const;
    await writePins(tx, caller.teamId, server.server, [tool], words);
  });
}
