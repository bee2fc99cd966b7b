/** The person's browsers that get push notifications while the page is closed. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { newId } from '@/db/ids';
import { sessionToken } from '@/lib/auth/session';
import { database } from '@/lib/database';
import { env } from '@/lib/env';
import { AppError } from '@/lib/errors';
import { endpoint, methods } from '@/lib/http/route';
import { pushKeyOf } from '@/lib/outbox/push-key';
import { deletePush, dropOldestPushes, listPushEndpoints, savePush } from '@/lib/store/settings/push';
import { isClosedHost } from '@/lib/transport/addresses';

const MOST_BROWSERS = 10;
/** The lengths of the browser's public key (an uncompressed point) and of the secret that goes with it. */
const KEY_BYTES = { p256dh: 65, auth: 16 };

const address = z
  .url({ protocol: /^https?$/, error: 'must be the address that the browser gave' })
  .max(2000)
  .refine(isAllowed, 'must be an https address on the open internet');

const bytes = (count: number) =>
  z
    .string()
    .max(200)
    .refine((text) => /^[\w-]+={0,2}$/.test(text) && Buffer.from(text, 'base64url').length === count, {
      error: `must be ${count} bytes as base64url`,
    });

const browser = z.strictObject({
  endpoint: address,
  p256dh: bytes(KEY_BYTES.p256dh),
  auth: bytes(KEY_BYTES.auth),
});

/** Host names are resolved at each sending, not here. */
function isAllowed(text: string): boolean {
  // Anything that is no address at all has been refused before.
  if (env().privateServers || !URL.canParse(text)) return true;
  const { protocol, hostname, username, password } = new URL(text);
  return protocol === 'https:' && !username && !password && !isClosedHost(hostname);
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint({
    async handle({ caller }) {
      const { db } = await database();
      const addresses = await listPushEndpoints(db, caller.userId);
      return { key: pushKeyOf(env().secret).publicKey, browsers: addresses.map(sha256) };
    },
  }),
  POST: endpoint({
    body: browser,
    async handle({ caller: { userId }, body, request }) {
      const token = sessionToken(request.headers, env().secret) ?? '';
      const { db } = await database();
      await db.transaction(async (tx) => {
        const isKept = await savePush(tx, { id: newId('psh'), userId, ...body }, token);
        if (!isKept) throw new AppError('unauthorized', 'Sign in first.');
        await dropOldestPushes(tx, userId, MOST_BROWSERS);
      });
      return undefined;
    },
  }),
  DELETE: endpoint({
    body: z.strictObject({ endpoint: z.string().max(2000) }),
    async handle({ caller, body }) {
      const { db } = await database();
      await deletePush(db, caller.userId, body.endpoint);
      return undefined;
    },
  }),
});
