/**
 * The risk of one call: a companion answers the four hints for the very arguments of a call. What the tool declares is the
 * ceiling: the answer can only lower it. Beside them it may say that this call always asks, which only ever makes it stricter. Pure.
 */
import { z } from 'zod';
import type { ResolvedAnnotations } from './annotations';

/** What such a companion answers; anything else is no answer. */
export const riskOutput = z.strictObject({
  readOnlyHint: z.boolean(),
  destructiveHint: z.boolean(),
  idempotentHint: z.boolean(),
  openWorldHint: z.boolean(),
  /** A person is asked about this call, in every mode and whatever was allowed ahead. */
  asksAlways: z.boolean().optional(),
});

export type CallRisk = z.output<typeof riskOutput>;

/** The hints of one call, each the more harmless of what is declared and what is answered. What contradicts itself lowers nothing. */
export function lowered(ceiling: ResolvedAnnotations, said: CallRisk): ResolvedAnnotations {
  if (said.readOnlyHint && said.destructiveHint) return ceiling;
  return {
    readOnlyHint: ceiling.readOnlyHint || said.readOnlyHint,
    destructiveHint: ceiling.destructiveHint && said.destructiveHint,
    idempotentHint: ceiling.idempotentHint || said.idempotentHint,
    openWorldHint: ceiling.openWorldHint && said.openWorldHint,
  };
}
