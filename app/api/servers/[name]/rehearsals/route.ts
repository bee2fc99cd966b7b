/**
 * An admin has a tool rehearsed for the first time: the press confirms one call, with the argument that should make it
 * a rehearsal.
 */
import { z } from 'zod';
import { endpoint, methods } from '@/lib/http/route';
import { rehearseFirst } from '@/lib/rehearsals/first-rehearsal';
import { owner } from '@/lib/runs/owner';
import { changed } from '../../context';

const rehearsal = z.strictObject({
  tool: z.string().min(1).max(128),
  definitionHash: z.string().regex(/^[0-9a-f]{64}$/, 'must be a hash'),
  argument: z.string().min(1).max(128),
  value: z.union([z.boolean(), z.number(), z.string().max(128)]),
  arguments: z.record(z.string(), z.unknown()),
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint({
    body: rehearsal,
    handle: ({ caller, params, body, request }) =>
      changed(caller, (context) =>
        rehearseFirst({ ...context, owner, signal: request.signal }, params.name ?? '', body),
      ),
  }),
});
