import 'server-only';
/**
 * What each step of the model is offered, as the SDK takes it: the run's tools in their order, and instructions that
 * name the very same. Both only ever get longer within a run, so that a provider's cache of the prompt stays warm.
 */
import type { ConnectedTool } from '@/lib/tools/types';
import { type Compare, OFFER_SETTINGS, type OfferedStep, type OfferSettings, RunTools } from './run-tools';

/** What a run's steps are made of. */
interface RunOffer {
  /** What policy and mode let through; not changed afterwards. */
  tools: readonly ConnectedTool[];
  /** Offered where the message asks for something to be seen, or for several things. */
  beside?: readonly ConnectedTool[];
  /** There only for people's orders. */
  hidden?: readonly ConnectedTool[];
  /** What the run was offered so far. */
  stored: readonly OfferedStep[];
  /** Absent: tools are found by their words alone. */
  compare?: Compare | undefined;
  /** The instructions for the run's first tools, and what is said of those that came later. */
  print(parts: RunTools['parts']): { first: string; later: string };
  /** Keeps what was offered, before the model hears of it. */
  store(offered: readonly OfferedStep[]): Promise<void>;
}

export interface StepOffer {
  instructions: string;
  /** Absent: everything, as it comes. */
  activeTools?: string[];
  /** A provider's cache begins with the tools: they stay where they are. */
  toolOrder?: string[];
}

/**
 * Makes what the SDK's `prepareStep` answers with: `prepare` takes the step of the answer, from 1, and the names of the
 * tools that the segment has called so far.
 */
export function buildPrepareStep(settings: Partial<OfferSettings> = {}) {
  return ({ tools: permitted, beside, hidden, stored, compare, print, store }: RunOffer) => {
    const tools = new RunTools(
      permitted,
      { ...OFFER_SETTINGS, ...settings },
      stored,
      undefined,
      beside,
      hidden,
    );
    /** Printed once a segment: neither midnight nor a new rule moves it. */
    let first: string | undefined;
    const prepare = async (step: number, called: readonly string[]): Promise<StepOffer> => {
      if (compare) await tools.readMeaning(compare);
      const { names, hasGrown } = tools.next(step, called);
      // Where everything is offered, a process that goes on with the run offers everything.
      if (hasGrown && tools.hasSearch) await store(tools.offered);
      const printed = print(tools.parts);
      first ??= printed.first;
      const instructions = first + printed.later;
      return tools.isPart ? { instructions, activeTools: names, toolOrder: names } : { instructions };
    };
    return { tools, prepare };
  };
}
