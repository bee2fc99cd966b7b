import 'server-only';
import type { Role } from '@/lib/policy/policy';
/** What would be offered for a sample message, computed by the same functions as in a turn. */
import type { PolicyRule } from '@/lib/rules/policy-rules';
import type { ConnectedTool } from '@/lib/tools/types';
import { type Compare, OFFER_SETTINGS, type OfferSettings, RunTools } from './run-tools';
import type { LeftOutView, OfferView, SelectionView } from './selection-view';
import type { TeamMemory } from './tool-memory';
import type { Offer } from './tool-selection/select-tools';
import { usualVerdict } from './tool-views';

const NOT_ASKED_FOR =
  'Destructive, and the message asks for nothing of the kind; a search of the model\u2019s can find it.';

interface Sample {
  tools: readonly ConnectedTool[];
  role: Role;
  /** The team's and the person's own. */
  rules: readonly PolicyRule[];
  message: string;
  offers?: Partial<OfferSettings> | undefined;
  memory?: TeamMemory | undefined;
  /** Absent: tools are found by their words alone. */
  compare?: Compare | undefined;
}

/** For the first step of a turn in default mode. */
export async function explainSelection(sample: Sample): Promise<SelectionView> {
  const { tools, role, rules, message, offers, memory, compare } = sample;
  const permitted: ConnectedTool[] = [];
  const denied: LeftOutView[] = [];
  for (const tool of tools) {
    const { effect, rule, reason } = usualVerdict(tool, role, rules);
    if (effect === 'deny') denied.push({ ...nameOf(tool), rule, reason });
    else permitted.push(tool);
  }
  const run = new RunTools(permitted, { ...OFFER_SETTINGS, ...offers }, [], memory);
  const { offers: offered, leftOut } = await run.explain(message, compare);
  return {
    permitted: permitted.length,
    isChosen: run.isChosen,
    offered: offered.map(offerView),
    leftOut: [
      ...denied,
      ...leftOut.map(({ tool, rule }) => ({ ...nameOf(tool), rule, reason: NOT_ASKED_FOR })),
    ],
  };
}

function offerView({ tool, ...why }: Offer<ConnectedTool>): OfferView {
  return { ...nameOf(tool), ...why };
}

function nameOf({ server, name, title, risk, trusted }: ConnectedTool) {
  return { server, name, title, risk, trusted };
}
