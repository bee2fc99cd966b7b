import 'server-only';
/** What a segment begins with: the chat so far, the stored part of the answer, and its calls. */
import type { Looked } from '@/lib/agent/calling/looked';
import type { OfferedStep } from '@/lib/agent/run-tools';
import type { Cards } from '@/lib/approvals/approval-rows';
import type { Authority } from '@/lib/approvals/authority';
import { isCall } from '@/lib/approvals/call-parts';
import type { TurnModel } from '@/lib/models/turn-model';
import type { Caller } from '@/lib/people/caller';
import type { ApprovalRow } from '@/lib/store/approvals';
import type { ToldRound } from '@/lib/store/message-calls';
import type { RunRow } from '@/lib/store/runs';
import type { Made } from './chat-view';
import type { RunDependencies } from './dependencies';
import type { Chunk, Continue, Live } from './follow/live';
import { metadataOf, openingChunks } from './follow/opening-chunks';
import { chunksOfCall } from './message-chunks';
import { draftOf } from './messages/project';
import type { DraftMessage, DraftPart } from './messages/stored-message';
import { drafts, type ReadMessage, readAnswer, readHistory } from './read-messages';

export interface Opening {
  /** The chat's messages as far back as the model reads them, oldest first; absent: read when needed. */
  history?: DraftMessage[];
  authority: Authority;
  /** The run's approvals at present. */
  approvals: ApprovalRow[];
  /** What the run was offered so far. */
  offered: readonly OfferedStep[];
  /** The answer to continue, with its calls at present, and its cards; if they were read. */
  stored?: ReadMessage | undefined;
  cards?: Cards;
  /** What the decision that lets it continue has looked at. */
  looked?: Looked | undefined;
}

export interface SegmentInput {
  deps: RunDependencies;
  caller: Caller;
  run: RunRow;
  live: Live;
  /** The model that answers. */
  model: TurnModel;
  /** Lets a sub-agent's run continue that this process has taken. */
  goOn: Continue;
  /** Already read, for a run that has just been claimed. */
  opening?: Opening | undefined;
}

/** What a segment begins with. */
export interface OpenAnswer {
  /** What was said before the answer, as far back as the model reads it; read on first use, if it is not known. */
  said(): Promise<DraftMessage[]>;
  /** The stored part of the answer. */
  answer: DraftMessage;
  /** Whether any of it is stored: then it continues from there. */
  goesOn: boolean;
  firstRounds: ToldRound[];
  /** What the run has called so far. */
  before: ToldRound[];
}

/**
 * Publishes the beginning of the answer to those who follow.
 * @param until when it stops by itself, in milliseconds since 1970
 */
export async function openAnswer(input: SegmentInput, until: number): Promise<OpenAnswer> {
  const { deps, caller, run, live, model, opening } = input;
  const { said, stored } = await readChat(input);
  const metadata = { ...metadataOf(run), ...madeBy(model) };
  const answer: DraftMessage = stored
    ? { ...draftOf(stored.stored, stored.calls), metadata }
    : { id: run.messageId, role: 'assistant', parts: [], metadata };
  if (live.chunks.length > 0) {
    for (const chunk of answer.parts.flatMap(decisionChunks)) live.publish(chunk);
  } else {
    for (const chunk of await openingChunks(deps.db, caller, run, stored, opening?.cards))
      live.publish(chunk);
  }
  const stops = { until: new Date(until).toISOString() };
  live.publish({ type: 'message-metadata', messageMetadata: { ...metadata, ...stops } });
  const rounds = (stored?.calls ?? []).flatMap((call) => call.rounds);
  return {
    said,
    answer,
    goesOn: stored !== undefined,
    firstRounds: rounds.filter(({ round }) => round === 1),
    before: rounds.filter(({ runId }) => runId === run.id).sort((a, b) => a.seq - b.seq),
  };
}

function madeBy({ id, title = '' }: TurnModel): { made?: Made } {
  return id === undefined ? {} : { made: { model: id, title } };
}

/** What was said before the answer, and its stored part. */
async function readChat({ deps, run, opening }: SegmentInput) {
  const isOurs = ({ id }: { id: string }) => id === run.messageId;
  const { history } = opening ?? {};
  if (history) {
    const isThere = opening?.stored === undefined && history.some(isOurs);
    const stored = isThere ? await readAnswer(deps.db, run) : opening?.stored;
    return { said: async () => history.filter((message) => !isOurs(message)), stored };
  }
  let reading: Promise<ReadMessage[]> | undefined;
  const read = () => {
    reading ??= readHistory(deps.db, run.chatId);
    // Whoever awaits it still gets the error.
    reading.catch(() => {});
    return reading;
  };
  const said = async () => drafts((await read()).filter(({ stored }) => !isOurs(stored)));
  const stored = opening ? opening.stored : (await read()).find((one) => isOurs(one.stored));
  return { said, stored };
}

/** A decision that was made while the stream was open, for its followers; with the arguments, if they were changed. */
function decisionChunks(part: DraftPart): Chunk[] {
  if (!isCall(part) || part.state !== 'approval-responded') return [];
  if (part.toolMetadata?.edited) return chunksOfCall(part);
  const { id: approvalId, approved, reason } = part.approval;
  return [{ type: 'tool-approval-response', approvalId, approved, ...(reason ? { reason } : {}) }];
}
