import 'server-only';
/**
 * How the operator's registry is queried: within ten seconds, at most 2 MB, no redirects followed, and nothing of the
 * team sent but the search text.
 */
import type { z } from 'zod';
import type { Env } from '@/lib/env';
import { AppError } from '@/lib/errors';
import { isClosedHost, isOpen } from '@/lib/transport/addresses';
import { readAll } from '@/lib/transport/bounded-body';
import { webFetch } from '@/lib/transport/web-fetch';
import { once } from '@/lib/values/once';
import { visible } from '@/lib/values/text';

export type RegistrySettings = Pick<Env, 'registry' | 'privateServers'>;

const MAX_BYTES = 2_000_000;
const WITHIN_MS = 10_000;

/** Shared, since each keeps its own connections. */
const shared = once('registry-reach', () => ({ anywhere: webFetch(), open: webFetch({ allows: isOpen }) }));

/** @throws AppError not_found if no registry is configured */
export function registryAddress({ registry }: RegistrySettings): URL {
  if (registry !== undefined) return new URL(registry);
  throw new AppError('not_found', 'No registry is set here: the operator names one in AMBER_REGISTRY.');
}

/** An operator who names a private address means it; a public name leads only to public addresses. */
export function mayLeadInside(settings: RegistrySettings): boolean {
  return settings.privateServers || isClosedHost(registryAddress(settings).hostname);
}

/**
 * @param path below the registry's address, each part encoded
 * @throws AppError not_found, unavailable: it does not answer, or not in the expected format
 */
export async function askRegistry<Answer>(
  settings: RegistrySettings,
  path: string,
  schema: z.ZodType<Answer>,
  signal: AbortSignal,
): Promise<Answer> {
  const { origin, host, pathname } = registryAddress(settings);
  const fetch = mayLeadInside(settings) ? shared.anywhere : shared.open;
  const late = AbortSignal.timeout(WITHIN_MS);
  const within = AbortSignal.any([signal, late]);
  let status: number;
  let text: string;
  try {
    const response = await fetch(`${origin}${pathname.replace(/\/+$/, '')}/v0.1/${path}`, {
      headers: { accept: 'application/json' },
      redirect: 'manual',
      credentials: 'omit',
      signal: within,
    });
    status = response.status;
    if (status === 200) text = await readAll(response, { limit: MAX_BYTES, used: 0 }, within);
    else {
      text = '';
      await response.body?.cancel();
    }
  } catch (error) {
    throw unavailable(host, late.aborted ? 'did not answer within 10 s' : whyNot(error));
  }
  if (status === 404) throw new AppError('not_found', `The registry ${host} has nothing of this name.`);
  if (status >= 300 && status < 400)
    throw unavailable(host, 'redirects elsewhere, which is not followed; give its final address');
  if (status !== 200) throw unavailable(host, `answered with HTTP ${status}`);
  return checked(host, text, schema);
}

function checked<Answer>(host: string, text: string, schema: z.ZodType<Answer>): Answer {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw unavailable(host, 'answered something that is not JSON');
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const where = visible((issue?.path ?? []).map(String).join('.')).slice(0, 200) || 'it';
  throw new AppError(
    'unavailable',
    `What the registry ${host} says is not of the form that is known (server.json, API v0.1): ${where}: ${issue?.message.slice(0, 200)}.`,
  );
}

function unavailable(host: string, clause: string): AppError {
  return new AppError('unavailable', `The registry ${host} ${clause}.`);
}

function whyNot(error: unknown): string {
  if (error instanceof Error && error.name === 'ExchangeError') return error.message;
  return 'cannot be reached';
}
