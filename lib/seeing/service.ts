import 'server-only';
/** Begins and ends what tells how Amber does. The libraries for it are loaded only where the operator has asked for them. */
import type { SeeingSettings } from '@/lib/env/seeing';
import { setSink } from './meters';
import { setTracing, tracingNow } from './spans';

export async function startSeeing({ metricsToken, traces }: SeeingSettings, version: string): Promise<void> {
  if (metricsToken !== undefined) setSink((await import('./prometheus')).prometheusSink());
  if (traces) setTracing((await import('./tracing')).startTracing({ ...traces, version }));
}

/** Resolves when what is to be told has been. */
export async function stopSeeing(): Promise<void> {
  const tracing = tracingNow();
  setTracing(undefined);
  setSink(undefined);
  await tracing?.stop();
}
