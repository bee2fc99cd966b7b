import 'server-only';
/**
 * Reads the record that a call was about again when the call is over: a call of its own in the ledger, which only
 * reads. Its result is stored beside the call, and so is a failure. The call itself is never repeated.
 */
import type { Database } from '@/db/client';
import { readAuthority } from '@/lib/approvals/authority';
import { readable } from '@/lib/approvals/readable';
import { type TakeRead, takeRead } from '@/lib/approvals/take-read';
import { shownIn } from '@/lib/connections/companions/companion';
import { AppError } from '@/lib/errors';
import { advance, type CallRow, isFinal, openCall } from '@/lib/execution/ledger';
import { sendCall } from '@/lib/execution/send-call';
import type { Caller } from '@/lib/people/caller';
import type { CardPreview } from '@/lib/plans/plan';
import {
  findShownBefore,
  keepReading,
  listReadingsOf,
  readingId,
  wasSent,
} from '@/lib/store/conversation/call-readings';
import type { ConnectedTool, Connections, Shown } from '@/lib/tools/types';
import { modelText } from '@/lib/values/call-content';
import { canonicalJson, sha256Hex } from '@/lib/values/canonical-json';
import { storable } from '@/lib/values/text';
import { READ_ONLY } from '@/mcp/annotations';
import { recordArguments } from '@/mcp/serving/record';

export interface ReadingContext {
  db: Database;
  caller: Caller;
  connections: Connections;
  signal: AbortSignal;
}

const TIMEOUT_MS = 10_000;
const LATE = `It did not answer within ${TIMEOUT_MS / 1000} s.`;
const LONGEST_FAILURE = 500;
const NOT_UNASKED = 'The policy lets nobody read its record unasked.';
const JUST_NOW = 'Its record was asked for just now. Try again in a few seconds.';

/** The same question as before the call, for the tool as it is now. Nothing if it has no suitable companion. */
export function readerOf(tool: ConnectedTool, input: unknown) {
  if (!tool.trusted) return undefined;
  const name = tool.preview ?? tool.record?.tool;
  const given = tool.preview === undefined && tool.record ? recordArguments(tool.record, input) : input;
  if (name === undefined || given === undefined) return undefined;
  const { server, serverUrl, callsItself, trusted, definitionHash, contractHash, declared } = tool;
  const reader: ConnectedTool = {
    server,
    serverUrl,
    trusted,
    definitionHash,
    contractHash,
    declared,
    ...(callsItself !== undefined && { callsItself }),
    name,
    modelName: name,
    title: name,
    description: '',
    // Its arguments were made for it, or are those of the tool that names it.
    inputSchema: { type: 'object' },
    annotations: READ_ONLY,
    risk: 'read-only' as const,
  };
  return { reader, given };
}

type Ended = Pick<CallRow, 'id' | 'runId' | 'chatId' | 'toolCallId' | 'input' | 'teamId'>;

/**
 * Reads the present record of a call, if the policy lets that be read without asking.
 * @param askedBy the person who wants to see it; absent: it is read automatically, if its card had shown it as a record
 * @throws AppError conflict, for a person: it may not be read without asking, or was read just now
 */
export async function readAfter(
  context: ReadingContext,
  row: Ended,
  called: ConnectedTool,
  askedBy?: string,
): Promise<void> {
  const { db, caller } = context;
  const isWanted = askedBy !== undefined;
  // A preview says what would be affected, and has nothing to add once it is done, unless somebody asks.
  if (!isWanted && called.preview !== undefined) return;
  const card = await findShownBefore(db, row);
  const before = shownBefore(card?.preview ?? null);
  if (!isWanted && (!before || !(await wasSent(db, row.id)))) return;
  const tool = await readable(called, () => readAuthority(db, row.chatId, caller));
  const asked = readerOf(tool, JSON.parse(row.input));
  if (!asked && isWanted && readerOf(called, JSON.parse(row.input)))
    throw new AppError('conflict', NOT_UNASKED);
  if (!asked) return;
  const turn = isWanted ? await turnOf(db, row) : 0;
  const take = takeRead(db, async () => {
    const authority = await readAuthority(db, row.chatId, caller, { runId: row.runId });
    const now = readerOf(await readable(called, () => authority), JSON.parse(row.input));
    const isSame = now?.reader.name === asked.reader.name;
    return { hash: authority.hash, refused: isSame ? undefined : NOT_UNASKED };
  });
  const read = turn !== undefined && (await readOnce(context, row, tool, { ...asked, turn, take }));
  if (read && isWanted && read.refused) throw new AppError('conflict', read.failure);
  if (!read) {
    if (isWanted) throw new AppError('conflict', JUST_NOW);
    return;
  }
  await keepReading(db, {
    callId: row.id,
    teamId: row.teamId,
    readBy: read.by,
    askedBy: askedBy ?? null,
    before,
    beforeHash: before && (card?.hash ?? null),
    after: read.after ?? null,
    afterHash: read.after ? sha256Hex(canonicalJson(read.after)) : null,
    failure: read.after ? null : storable(read.failure).slice(0, LONGEST_FAILURE).toWellFormed(),
  });
}

/** The result of a rehearsal is not part of what was read. */
function shownBefore(preview: CardPreview | null): Shown | null {
  if (!preview?.rehearsal) return preview;
  const { rehearsal: _told, ...shown } = preview;
  return shown;
}

type Read = { by: string | null; after: Shown; failure?: never; refused?: never } | Unread;
/** `refused`: nothing was sent. */
type Unread = { by: string | null; after?: never; failure: string; refused?: boolean };

/**
 * The number of the next reading of this call; nothing if one is in progress, or somebody asked for one just now. The
 * automatic one comes first.
 */
async function turnOf(db: Database, row: Ended): Promise<number | undefined> {
  const all = await listReadingsOf(db, row);
  const isTooSoon = all.some(({ turn, status, isFresh, isLately }) =>
    isFinal(status) ? turn > 0 && isFresh : isLately,
  );
  return isTooSoon ? undefined : Math.max(0, ...all.map(({ turn }) => turn)) + 1;
}

/** @returns nothing if another process or request has this turn: only one of them reads */
async function readOnce(
  { db, caller, connections, signal }: ReadingContext,
  { id, chatId, runId }: Ended,
  tool: ConnectedTool,
  { reader, given, turn, take }: { reader: ConnectedTool; given: unknown; turn: number; take: TakeRead },
): Promise<Read | undefined> {
  const made = { toolCallId: readingId(id, turn), step: 0, tool: reader, input: given };
  const opened = await openCall(db, { caller, chatId, runId }, made);
  const claimed = await advance(db, opened, 'claimed');
  if (!claimed) return undefined;
  const limit = AbortSignal.timeout(TIMEOUT_MS);
  const ended = await sendCall({
    db,
    connections,
    tool: reader,
    input: given,
    row: claimed,
    confirmed: false,
    tell: () => {},
    take: take.take,
    again: take.take,
    signal: AbortSignal.any([signal, limit]),
  });
  const isLate = limit.aborted && !signal.aborted;
  if (ended.status !== 'success')
    return { by: opened.id, failure: isLate ? LATE : ended.text, refused: take.refused !== undefined };
  const { content, structuredContent } = ended.output;
  const outcome = { isError: false, text: modelText(content), structured: structuredContent };
  const after = shownIn(tool, outcome);
  return after ? { by: opened.id, after } : { by: opened.id, failure: 'It did not answer as expected.' };
}
