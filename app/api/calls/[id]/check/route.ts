/** Asks a read-only tool of the same server about a call whose outcome is unknown. Decides nothing. */
import { z } from 'zod';
import { endpoint, methods } from '@/lib/http/route';
import { runDependencies } from '@/lib/runs/app-dependencies';
import { checkUnknownCall } from '@/lib/unknowns/check-unknown-call';

const body = z.strictObject({ tool: z.string().max(200) });

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint({
    body,
    async handle({ caller, body, params, signal }) {
      const { db, connectionsFor } = await runDependencies();
      return checkUnknownCall(
        { db, caller, connections: connectionsFor(caller), signal },
        params.id ?? '',
        body.tool,
      );
    },
  }),
});
