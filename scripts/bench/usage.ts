/** The resources used by the process of an app under test. */
import type { App } from '../../e2e/app.ts';

export interface Usage {
  /** Of all its threads, since its start. */
  cpuMs: number;
  residentBytes: number;
}

export async function usageOf({ url }: App): Promise<Usage> {
  const answer = await fetch(`${url}/api/usage`);
  if (!answer.ok) throw new Error(`${answer.url} answered ${answer.status}.`);
  return (await answer.json()) as Usage;
}
