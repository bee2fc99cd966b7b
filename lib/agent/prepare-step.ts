import 'server-only';
/**
 * What each step of the model is offered, in the form of the SDK: the run's tools in order, and instructions that name
 * exactly those. Both only grow within a run, so that a provider's prompt cache stays warm.
 */
import type { ConnectedTool } from '@/lib/tools/types';
import { type Compare, OFFER_SETTINGS, type OfferedStep, type OfferSettings, RunTools } from './run-tools';

/** The input for a run's steps. */
interface RunOffer {
  /** The tools that policy and mode permit; not changed afterwards. */
  tools: readonly ConnectedTool[];
  /** Offered if the message asks to see something, or for several things at once. */
  beside?: readonly ConnectedTool[];
  /** Available only for people's orders. */
  hidden?: readonly ConnectedTool[];
  /** What the run was offered so far. */
  stored: readonly OfferedStep[];
  /** Absent: tools are found by their words alone. */
  compare?: Compare | undefined;
  /** The instructions for the run's first tools, and the text about those that came later. */
  print(parts: RunTools['parts']): { first: string; later: string };
  /** Stores what was offered, before the model is told. */
  store(offered: readonly OfferedStep[]): Promise<void>;
}

export interface StepOffer {
  instructions: string;
  /** Absent: everything, in listing order. */
  activeTools?: string[];
  /** A provider's cache begins with the tools, so their order is fixed. */
  toolOrder?: string[];
}

/**
 * Makes the answer for the SDK's `prepareStep`: `prepare` takes the step of the answer, from 1, and the names of the
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
    /** Printed once per segment: neither midnight nor a new rule changes it. */
    let first: string | undefined;
    const prepare = async (step: number, called: readonly string[]): Promise<StepOffer> => {
      if (compare) await tools.readMeaning(compare);
      const { names, hasGrown } = tools.next(step, called);
      // If everything is offered, a process that continues the run offers everything, too.
      if (hasGrown && tools.hasSearch) await store(tools.offered);
      const printed = print(tools.parts);
      first ??= printed.first;
      const instructions = first + printed.later;
      return tools.isPart ? { instructions, activeTools: names, toolOrder: names } : { instructions };
    };
    return { tools, prepare };
  };
}
