import 'server-only';
/** What the model reads of a chat; if older messages would be left out, they are summarised first, once. */
import type { UIMessage } from 'ai';
import type { TurnModel } from '@/lib/models/turn-model';
import { budgetOf, type Fit, fitting, type Summary } from './fit';
import { summarise, type ToSummarise, toSummarise } from './summarise';

export interface View {
  view: Fit;
  summary: Summary | undefined;
}

interface Compacting {
  model: TurnModel;
  /** The newest summary that applies to these messages. */
  summary: Summary | undefined;
  /** Words from outside have come into the chat. */
  outside: boolean;
  signal: AbortSignal;
  /** The model will be called. */
  asks?: boolean;
  /** Stores it beside the messages. */
  keep(summary: Summary): Promise<void>;
}

/** The rule-based offline model cannot summarise. */
export const canSummarise = ({ id, offline }: Pick<TurnModel, 'id' | 'offline'>): boolean =>
  id !== undefined && !offline;

export async function viewOf(
  messages: UIMessage[],
  { model, summary, asks = true, ...rest }: Compacting,
): Promise<View> {
  const known = model.offline ? undefined : summary;
  const budget = budgetOf(model.contextWindow);
  const view = fitting(messages, budget, known);
  if (!view.isCut || !asks || !canSummarise(model)) return { view, summary: known };
  const wanted = toSummarise(messages, model.contextWindow, known);
  const made = wanted && (await makeSummary(wanted, { model, ...rest }));
  return made ? { view: fitting(messages, budget, made), summary: made } : { view, summary: known };
}

/** Nothing if the model gave none. */
export async function makeSummary(
  wanted: ToSummarise,
  { model, outside, signal, keep }: Omit<Compacting, 'summary'>,
): Promise<Summary | undefined> {
  const text = await summarise(model, wanted, signal);
  const upTo = wanted.said.at(-1)?.id;
  if (text === undefined || upTo === undefined) return undefined;
  // It includes what an earlier summary said.
  const summary = { text, upTo, outside: outside || (wanted.before?.outside ?? false) };
  await keep(summary);
  return summary;
}
