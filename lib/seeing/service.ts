import 'server-only';
/** Starts and stops monitoring. Its libraries are loaded only if the operator has configured it. */
import type { OpenDatabase } from '@/db/client';
import type { SeeingSettings } from '@/lib/env/seeing';
import { setSink } from './meters';
import { setTracing, tracingNow } from './spans';
import { seeStatements } from './statements';

export async function startSeeing(
  opened: OpenDatabase,
  { metricsToken, traces }: SeeingSettings,
  version: string,
): Promise<void> {
  if (metricsToken !== undefined) setSink((await import('./prometheus')).prometheusSink());
  if (!traces) return;
  setTracing((await import('./tracing')).startTracing({ ...traces, version }));
  seeStatements(opened);
}

/** Resolves when everything pending has been exported. */
export async function stopSeeing(): Promise<void> {
  const tracing = tracingNow();
  setTracing(undefined);
  setSink(undefined);
  await tracing?.stop();
}
