import 'server-only';
/** The services of this installation for other clients. */
import { createHmac } from 'node:crypto';
import { database } from '@/lib/database';
import { env } from '@/lib/env';
import { seen } from '@/lib/http/seen';
import { track } from '@/lib/http/shutdown';
import { runDependencies } from '@/lib/runs/app-dependencies';
import { derivedSecret } from '@/lib/values/secret-before';
import { createOutside, type Outside } from './serve';

let memo: Outside | undefined;

/** Answers one request of another client. */
export function answerOutside(request: Request): Promise<Response> {
  return track(seen(request, '/api/mcp', async () => (await outside()).handle(request)));
}

/** A separate key, so that data returned by clients shares none with sessions. */
export function outsideSecret(): string {
  return derivedSecret(env().secret, (one) =>
    createHmac('sha256', one).update('other clients').digest('hex'),
  );
}

async function outside(): Promise<Outside> {
  if (memo) return memo;
  const deps = await runDependencies();
  const { db } = await database();
  const { webSearch, appUrl, origins, demo } = env();
  const hosts = origins.map((origin) => new URL(origin).host);
  const secret = outsideSecret();
  memo = createOutside({ deps, tools: { db, webSearch, appUrl }, hosts, origins, secret, demo });
  return memo;
}
