import 'server-only';
/** The response of `/api/metrics`: for requests with the operator's token, and no others. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Database } from '@/db/client';
import { AppError } from '@/lib/errors';
import { sinkNow } from './meters';
import { readingsNow } from './readings';

const CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/**
 * @param token the operator's; absent: the address does not exist
 * @throws AppError not_found, unauthorized
 */
export async function scrape(
  headers: Headers,
  token: string | undefined,
  open: () => Promise<Database>,
): Promise<Response> {
  const sink = sinkNow();
  if (token === undefined || !sink) throw new AppError('not_found', 'There is nothing here.');
  const [, shown = ''] = /^Bearer ([!-~]{1,1000})$/i.exec(headers.get('authorization') ?? '') ?? [];
  if (!isSame(shown, token))
    throw new AppError('unauthorized', 'This takes the token of AMBER_METRICS_TOKEN.');
  const text = await sink.print(await readingsNow(open));
  return new Response(text, { headers: { 'content-type': CONTENT_TYPE } });
}

/** In constant time. */
function isSame(shown: string, token: string): boolean {
  const [one, other] = [shown, token].map((text) => createHash('sha256').update(text).digest());
  return one !== undefined && other !== undefined && timingSafeEqual(one, other);
}
