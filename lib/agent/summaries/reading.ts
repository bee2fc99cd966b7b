import 'server-only';
/** What one turn's model reads of the chat, and how much of its context window that takes. */
import type { ModelMessage, TextStreamPart, ToolSet, UIMessage } from 'ai';
import type { Database } from '@/db/client';
import type { Authority } from '@/lib/approvals/authority';
import type { TurnModel } from '@/lib/models/turn-model';
import { insertSummary } from '@/lib/store/conversation/summaries';
import { modelHistory } from '../history';
import { wordsIn } from '../reading/attached';
import { viewOf } from './compact';
import type { Summary } from './fit';
import { meter, type Taken } from './meter';

interface ReadingInput {
  db: Database;
  chatId: string;
  model: TurnModel;
  authority: Pick<Authority, 'summary' | 'outside'>;
  signal: AbortSignal;
  /** A model is called: for a person's order, nothing is summarised or recorded. */
  asks: boolean;
  /** Characters of what accompanies the chat: instructions and tools. */
  around: { readonly length: number };
}

interface Read {
  history: ModelMessage[];
  /** What to record with the answer at this part of the stream, if anything. */
  taken(part: TextStreamPart<ToolSet>): { made: Partial<Taken> } | undefined;
}

export async function readingOf(messages: UIMessage[], input: ReadingInput): Promise<Read> {
  const { db, chatId, model, authority, signal, around, asks } = input;
  const { view, summary } = await viewOf(messages, {
    model,
    signal,
    asks,
    summary: authority.summary ?? undefined,
    outside: authority.outside !== null,
    keep: (made: Summary) => insertSummary(db, chatId, { ...made, model: model.id ?? '' }),
  });
  const { id: reader, input: taken = 'text' } = model;
  const history = await modelHistory(messages, {
    taken,
    reader,
    view,
    summary,
    readFiles: wordsIn(db, chatId),
  });
  const since = view.isCut ? view.recent[0]?.id : undefined;
  const take = meter(
    model,
    () => JSON.stringify(history).length,
    () => around.length,
    since,
  );
  return { history, taken: (part) => (asks ? noted(model, take(part)) : undefined) };
}

/** The limit of the rule-based model is of no interest. */
function noted({ id, offline }: TurnModel, taken: Taken | undefined) {
  if (!taken || id === undefined) return undefined;
  const { since } = taken;
  return { made: offline ? { ...(since !== undefined && { since }) } : taken };
}
