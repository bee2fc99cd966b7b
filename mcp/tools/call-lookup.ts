/** Says by a call's id whether it took effect: asked if its answer was lost, before a person is. */
import { z } from 'zod';
import { findEffect } from '@/db/queries/effects';
import { READ_ONLY } from '../annotations';
import { CALL_ID } from '../call-id';
import { defineTool } from '../define-tool';

export const callLookup = defineTool({
  name: 'call_lookup',
  title: 'What became of a call',
  description: 'Says whether a call took effect, and what it answered, as far as that is known.',
  scope: 'any',
  annotations: READ_ONLY,
  companion: true,
  input: z.strictObject({
    callId: z.string().regex(CALL_ID).describe('The id that was sent with the call'),
  }),
  output: z.strictObject({
    happened: z.boolean(),
    final: z.boolean().optional().describe('Present and true: it will not take effect any more either'),
    result: z.record(z.string(), z.unknown()).optional().describe('What the call answered'),
  }),
  async run({ callId }, { db, teamId, signal }) {
    signal.throwIfAborted();
    const effect = await findEffect(db, { callId, teamId });
    // The asking process has sealed the call, so what has not happened by now never will.
    if (!effect) return { happened: false, final: true };
    return { happened: true, ...(effect.result && { result: effect.result }) };
  },
});
