/**
 * The baseline for a request to `/api/mcp`: the same request to the same handler, in the serving process, without a
 * network. It is copied only into the measured build (see `build.ts`).
 */
import { answerOutside } from '@/lib/outside/own-services';

const TIMES = 100;

/** Takes the body that would be sent to `/api/mcp`; returns the duration of each repetition, in milliseconds. */
export async function POST(request: Request): Promise<Response> {
  const { headers } = request;
  const body = await request.text();
  const url = request.url.replace(/\/api\/.*$/, '/api/mcp');
  const times: number[] = [];
  for (let turn = 0; turn < TIMES; turn++) {
    const startedAt = performance.now();
    const answer = await answerOutside(new Request(url, { method: 'POST', headers, body }));
    const text = await answer.text();
    times.push(performance.now() - startedAt);
    if (!answer.ok || text.includes('"isError":true'))
      throw new Error(`The read failed: ${text.slice(0, 500)}`);
  }
  return Response.json({ times });
}
