import 'server-only';
/**
 * One rehearsal: a call of its own in the ledger, with the switch that makes it change nothing, sent once; then the
 * record is read again and compared. Stopping the answer does not stop that.
 */
import type { Database } from '@/db/client';
import { randomToken } from '@/db/ids';
import { recordLines } from '@/lib/connections/companions/record-lines';
import { advance, type CallRow, type CallStatus, type Fence, openCall } from '@/lib/execution/ledger';
import { sendCall } from '@/lib/execution/send-call';
import type { Caller } from '@/lib/people/caller';
import { authorityUnchanged } from '@/lib/store/authority';
import { markSealed, REHEARSAL } from '@/lib/store/calls';
import { keepReading } from '@/lib/store/conversation/call-readings';
import type { PinnedRehearsal, Rehearsed } from '@/lib/tools/rehearsal';
import type { ConnectedTool, Connections, Shown } from '@/lib/tools/types';
import { modelText } from '@/lib/values/call-content';
import { canonicalJson, sha256Hex } from '@/lib/values/canonical-json';
import { differencesOf } from '@/lib/values/differences';
import { judgeNow, type Ruling, readAuthority } from '../authority';
import { shownOf } from '../readable';

export interface RehearsalPlace {
  db: Database;
  /** The person for whom the call is made. */
  caller: Caller;
  chatId: string;
  runId: string;
  /** Of the process that holds the run; absent if it is made outside the run. */
  fence?: Fence | undefined;
  connections: Connections;
  signal: AbortSignal;
  /** Notifies the team's admins that something about its servers has changed. */
  onServers?: ((version: number) => void) | undefined;
}

/**
 * What is rehearsed: the tool, the call's own arguments, those of the rehearsal, and the record as it was just read.
 */
export interface Rehearsing {
  tool: ConnectedTool;
  input: unknown;
  made: Record<string, unknown>;
  before: Shown;
  /** The admin who has confirmed it, if it is the first. */
  confirmedBy?: string;
}

/** Its result. */
export interface Rehearsal extends Pick<Rehearsed, 'lines' | 'words' | 'differences'> {
  /** By what was read afterwards. */
  state: PinnedRehearsal['state'];
  /** The record as it was last read. */
  record: Shown;
}

const TIMEOUT_MS = 10_000;
const LATE = `It did not answer within ${TIMEOUT_MS / 1000} s.`;
const CHANGED = 'What lets this call be made has changed meanwhile.';
const MOST_DIFFERENCES = 20;

/** Nothing was sent, and why. */
export interface Unsent {
  unsent: string;
}

/**
 * Judged by the rules of this very moment, and sent only while they are unchanged, since they may have changed while
 * the record was read.
 * @throws AppError: the chat is gone, or another process has the run
 */
export async function sendRehearsal(
  place: RehearsalPlace,
  rehearsing: Rehearsing,
): Promise<Rehearsal | Unsent> {
  const { db, caller, chatId, runId, fence, connections, signal } = place;
  const { made, confirmedBy } = rehearsing;
  const authority = await readAuthority(db, chatId, caller, fence ?? { runId });
  const ruling = judgeNow(rehearsing.tool, rehearsing.input, authority);
  if (!isOnePersons(ruling)) return { unsent: ruling.reason };
  const tool = rehearsed(rehearsing.tool);
  const call = { toolCallId: REHEARSAL + randomToken(), step: 0, tool, input: made };
  const opened = await openCall(db, { caller, chatId, runId }, call, fence);
  const path: CallStatus[] = confirmedBy ? ['permission_required', 'approved', 'claimed'] : ['claimed'];
  const row = await advance(db, opened, path, confirmedBy ? { decidedBy: confirmedBy } : {}, fence);
  if (!row) return { unsent: CHANGED };
  let isSent = false;
  const take = async (claimed: CallRow) => {
    const isSame = authorityUnchanged(authority.hash, claimed);
    const sent = await advance(db, claimed, 'dispatched', {}, fence, isSame);
    isSent = sent !== undefined;
    return sent ?? { refused: CHANGED };
  };
  const limit = AbortSignal.timeout(TIMEOUT_MS);
  // Like a call that a person has confirmed: never sent a second time, whatever becomes of its answer.
  const sending = { db, connections, tool, input: made, row, fence, take, confirmed: true, tell: () => {} };
  const ended = await sendCall({ ...sending, signal: AbortSignal.any([signal, limit]) });
  if (!isSent) return { unsent: ended.status === 'success' ? CHANGED : short(ended.text) };
  const isLate = limit.aborted && !signal.aborted;
  const answer =
    ended.status === 'success' ? linesOf(ended.output) : { words: short(isLate ? LATE : ended.text) };
  return { ...answer, ...(await compared(place, rehearsing, row.id)) };
}

/** What needs another person's confirmation, or a password, is not sent in any form without it. */
export function isOnePersons({ effect, critical }: Pick<Ruling, 'effect' | 'critical'>): boolean {
  return (effect === 'ask' || effect === 'allow') && !critical;
}

/** The tool as it is rehearsed, without traits that apply only to its real calls. */
function rehearsed(tool: ConnectedTool): ConnectedTool {
  const { server, serverUrl, callsItself, trusted, definitionHash, contractHash, declared } = tool;
  const { name, title, description, inputSchema, annotations, risk } = tool;
  return {
    server,
    serverUrl,
    trusted,
    definitionHash,
    contractHash,
    declared,
    ...(callsItself !== undefined && { callsItself }),
    name,
    modelName: name,
    title,
    description,
    inputSchema,
    annotations,
    risk,
  };
}

function linesOf({ content, structuredContent }: Parameters<typeof asOutcome>[0]): Pick<Rehearsal, 'lines'> {
  return { lines: recordLines(asOutcome({ content, structuredContent })).lines };
}

function asOutcome(output: { content: Parameters<typeof modelText>[0]; structuredContent?: unknown }) {
  return { text: modelText(output.content), structured: output.structuredContent };
}

/** Its beginning, with everything that looks like a secret masked. */
function short(text: string): string {
  const [line] = recordLines({ structured: text, text }).lines;
  return line?.value ?? '';
}

/** Reads the record again, and stores it as it was before and after. */
async function compared(
  { db, caller, chatId, runId, connections }: RehearsalPlace,
  { tool, input, before }: Rehearsing,
  callId: string,
): Promise<Pick<Rehearsal, 'state' | 'record' | 'differences'>> {
  const { preview: _, ...reads } = tool;
  // Whatever has become of the answer: only what it is about now counts.
  const now = () => readAuthority(db, chatId, caller, { runId });
  const { signal } = new AbortController();
  const read = await shownOf({ connections, signal, now }, reads, input)
    .then((after) => ({ after, failure: 'It gave no answer.' }))
    .catch((error: unknown) => ({
      after: null,
      failure: error instanceof Error ? error.message : 'No answer.',
    }));
  const { after } = read;
  await keepReading(db, {
    callId,
    teamId: caller.teamId,
    readBy: null,
    askedBy: null,
    before,
    beforeHash: hashOf(before),
    after,
    afterHash: after && hashOf(after),
    failure: after ? null : short(read.failure),
  });
  if (!after) return { state: 'unreadable', record: before };
  if (hashOf(after) === hashOf(before)) {
    // Until then its outcome counts as unknown, also if this process dies.
    await markSealed(db, callId);
    return { state: 'on', record: after };
  }
  const { differences } = differencesOf(before.lines, after.lines);
  return { state: 'changed', record: after, differences: differences.slice(0, MOST_DIFFERENCES) };
}

const hashOf = (shown: Shown) => sha256Hex(canonicalJson(shown));
