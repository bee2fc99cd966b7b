/**
 * The page that a call's server has for its result: the page itself, only for a frame of ours; whether it may be shown;
 * and calls that it makes, whose outcome is asked for at the address below.
 */
import { after } from 'next/server';
import { z } from 'zod';
import { appCallWords } from '@/app/order-words';
import { asAppError } from '@/lib/as-app-error';
import { connectionsFor } from '@/lib/connections/for-caller';
import { appFrame, failedFrame } from '@/lib/http/app-frame';
import { endpoint, methods } from '@/lib/http/route';
import { readPage } from '@/lib/offerings/read-page';
import { runDependencies } from '@/lib/runs/app-dependencies';
import { beginAppCall } from '@/lib/runs/apps/app-call';
import { describePage, findPage } from '@/lib/runs/apps/shown-call';
import { driveRun } from '@/lib/runs/drive';
import { isConnectionError } from '@/lib/tools/connection-error';

const body = z.strictObject({
  tool: z.string().min(1).max(128, 'must be the name of a tool'),
  input: z.record(z.string(), z.unknown()),
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint({
    async handle({ caller, params, request, signal }) {
      const { db } = await runDependencies();
      const connections = connectionsFor(caller);
      const [from, id] = [{ db, caller, connections }, params.id ?? ''];
      // Opened on its own it would be taken for one of Amber's pages.
      if (request.headers.get('sec-fetch-dest') !== 'iframe') return describePage(from, id);
      const shown = await findPage(from, id);
      const page = readPage(connections, shown, signal);
      return page.then(
        (read) => appFrame(read, shown.trusted),
        (error) => failedFrame(wordsOf(error)),
      );
    },
  }),
  POST: endpoint({
    body,
    async handle({ caller, params, body: asked }) {
      const deps = await runDependencies();
      const from = { db: deps.db, connections: deps.connectionsFor(caller), caller };
      const begun = await beginAppCall(from, params.id ?? '', asked, appCallWords);
      const live = driveRun(deps, caller, begun);
      after(() => live.done);
      return Response.json({ id: begun.run.id }, { status: 202 });
    },
  }),
});

const wordsOf = (error: unknown) => (isConnectionError(error) ? error : asAppError(error)).message;
