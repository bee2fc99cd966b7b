import 'server-only';
/** Begins and ends what tells how Amber does. The libraries for it are loaded only where the operator has asked for them. */
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

/** Resolves when what is to be told has been. */
export async function stopSeeing(): Promise<void> {
  const tracing = tracingNow();
  setTracing(undefined);
  setSink(undefined);
  await tracing?.stop();
}
