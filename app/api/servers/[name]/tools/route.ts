/**
 * Accepts one tool of a server as it was reviewed, turns it off, or believes hints of it that are in doubt. The tool's
 * name is in the body, since it may contain what no path can.
 */
import { z } from 'zod';
import { endpoint, methods } from '@/lib/http/route';
import { decideTool } from '@/lib/servers/change-servers';
import { DOUBTED_HINTS } from '@/lib/servers/doubts/doubts';
import { changed } from '../../context';

const looked = {
  tool: z.string().min(1).max(128),
  definitionHash: z.string().regex(/^[0-9a-f]{64}$/, 'must be a hash'),
};
const record = z.strictObject({
  tool: z.string().min(1).max(128),
  arguments: z
    .record(
      z.string().min(1).max(128),
      z.string().regex(/^\$input\.[^.]{1,128}$/, 'must be an argument of the tool, as $input.NAME'),
    )
    .refine((given) => Object.keys(given).length <= 60, 'must be at most 60'),
});
const decision = z.discriminatedUnion('decision', [
  z.strictObject({ ...looked, decision: z.enum(['accept', 'off', 'unrehearse']) }),
  z.strictObject({ ...looked, decision: z.literal('record'), record: record.nullable() }),
  z.strictObject({
    ...looked,
    decision: z.literal('believe'),
    hints: z.array(z.enum(DOUBTED_HINTS)).max(DOUBTED_HINTS.length),
  }),
]);

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint({
    body: decision,
    handle: ({ caller, params, body }) =>
      changed(caller, (context) => decideTool(context, params.name ?? '', body)),
  }),
});
