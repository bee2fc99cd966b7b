import 'server-only';
/** What a segment begins with: the chat so far, what of the answer is stored, and the calls that stand in it. */
import { isCall } from '@/lib/approvals/call-parts';
import type { Caller } from '@/lib/people/caller';
import type { RunRow } from '@/lib/store/runs';
import type { Opening } from './begin';
import type { RunDependencies } from './dependencies';
import type { Chunk, Live } from './follow/live';
import { metadataOf, openingChunks } from './follow/opening-chunks';
import { chunksOfCall } from './message-chunks';
import { draftOf } from './messages/project';
import type { DraftMessage, DraftPart } from './messages/stored-message';
import { drafts, readAnswer, readStored } from './read-messages';

export interface SegmentInput {
  deps: RunDependencies;
  caller: Caller;
  run: RunRow;
  live: Live;
  /** Read already, for a run that has just been claimed. */
  opening?: Opening | undefined;
}

/**
 * Says to those who follow what the answer begins with.
 * @param until when it stops by itself, in milliseconds since 1970
 * @returns what was said before it, ending with what of it is stored; that alone; and its calls
 */
export async function openAnswer(input: SegmentInput, until: number) {
  const { deps, caller, run, live } = input;
  const { history, stored } = await readChat(input);
  const metadata = metadataOf(run);
  const answer: DraftMessage = stored
    ? draftOf(stored.stored, stored.calls)
    : { id: run.messageId, role: 'assistant', parts: [], metadata };
  if (live.chunks.length > 0) {
    for (const chunk of answer.parts.flatMap(decisionChunks)) live.publish(chunk);
  } else {
    for (const chunk of await openingChunks(deps.db, caller, run, stored)) live.publish(chunk);
  }
  const stops = { until: new Date(until).toISOString() };
  live.publish({ type: 'message-metadata', messageMetadata: { ...metadata, ...stops } });
  const rounds = (stored?.calls ?? []).flatMap((call) => call.rounds);
  return {
    history: stored ? [...history, answer] : history,
    answer,
    firstRounds: rounds.filter(({ round }) => round === 1),
    before: rounds.filter(({ runId }) => runId === run.id).sort((a, b) => a.seq - b.seq),
  };
}

/** What was said before the answer, and what of the answer is stored. */
async function readChat({ deps, run, opening }: SegmentInput) {
  const isOurs = ({ id }: { id: string }) => id === run.messageId;
  if (opening) {
    const stored = opening.history.some(isOurs) ? await readAnswer(deps.db, run) : undefined;
    return { history: opening.history.filter((message) => !isOurs(message)), stored };
  }
  const read = await readStored(deps.db, run.chatId);
  return {
    history: drafts(read.filter(({ stored }) => !isOurs(stored))),
    stored: read.find(({ stored }) => isOurs(stored)),
  };
}

/** A decision that came while the stream was open, for those who follow it; with the arguments, where they were changed. */
function decisionChunks(part: DraftPart): Chunk[] {
  if (!isCall(part) || part.state !== 'approval-responded') return [];
  if (part.toolMetadata?.edited) return chunksOfCall(part);
  const { id: approvalId, approved, reason } = part.approval;
  return [{ type: 'tool-approval-response', approvalId, approved, ...(reason ? { reason } : {}) }];
}
