/**
 * The risk of a single call: a companion answers the four hints for the call's exact arguments. The tool's declaration
 * is the ceiling: the answer can only lower the risk. It may also say that this call always asks, which only ever makes
 * it stricter. Pure.
 */
import { z } from 'zod';
import type { ResolvedAnnotations } from './annotations';

/** The shape of such a companion's answer; anything else is no answer. */
export const riskOutput = z.strictObject({
  readOnlyHint: z.boolean(),
  destructiveHint: z.boolean(),
  idempotentHint: z.boolean(),
  openWorldHint: z.boolean(),
  /** This call asks a person in every mode, whatever was granted in advance. */
  asksAlways: z.boolean().optional(),
});

export type CallRisk = z.output<typeof riskOutput>;

/** The hints of one call: for each, the more harmless of declaration and answer. A contradictory answer lowers nothing. */
export function lowered(ceiling: ResolvedAnnotations, said: CallRisk): ResolvedAnnotations {
  if (said.readOnlyHint && said.destructiveHint) return ceiling;
  return {
    readOnlyHint: ceiling.readOnlyHint || said.readOnlyHint,
    destructiveHint: ceiling.destructiveHint && said.destructiveHint,
    idempotentHint: ceiling.idempotentHint || said.idempotentHint,
    openWorldHint: ceiling.openWorldHint && said.openWorldHint,
  };
}
