/** The input of one segment of a turn. */
import type { UIMessage } from 'ai';
import type { Authority } from '@/lib/approvals/authority';
import type { CallRow } from '@/lib/execution/ledger';
import type { TurnModel } from '@/lib/models/turn-model';
import type { ApprovalRow } from '@/lib/store/approvals';
import type { OfferedStep, OfferSettings } from '../run-tools';
import type { ToolVectors } from '../tool-vectors/tool-vectors';
import type { TurnContext } from '../turn-context';

export interface TurnInput {
  context: TurnContext;
  model: TurnModel;
  authority: Authority;
  /** The run's approvals by tool call id. */
  approvals: ReadonlyMap<string, ApprovalRow>;
  /** What the run has called, and was offered, so far. */
  before: readonly CallRow[];
  offered: readonly OfferedStep[];
  /** What was said before the answer. */
  said(): Promise<readonly UIMessage[]>;
  /** How many tools a step is offered; whatever is absent has its default. */
  offers?: Partial<OfferSettings> | undefined;
  /** Absent: tools are found by their words alone. */
  vectors?: ToolVectors | undefined;
}
