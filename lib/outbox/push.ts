import 'server-only';
import webPush from 'web-push';
/**
 * Notifies a browser while the page is closed (RFC 8030, 8188, 8291): by a request to its push service. The message
 * says what happened and which page to open, never what is on it, and only that browser can decrypt it.
 */
import type { Queryable } from '@/db/client';
import type { Env } from '@/lib/env';
import { findPush, forgetPush, notePush } from '@/lib/store/settings/push';
import { isOpen } from '@/lib/transport/addresses';
import { webFetch } from '@/lib/transport/web-fetch';
import type { Deliver } from './outbox-row';
import { pushKeyOf } from './push-key';
import { Refused } from './refused';

export type PushSettings = Pick<Env, 'secret' | 'appUrl' | 'privateServers'>;

/** After this it is no news. */
const STALE_S = 3600;
const TIMEOUT_MS = 3_000;
/** After this many failures in a row the browser is not notified any more, until that is turned on again. */
const MOST_FAILURES = 10;
/** The push service no longer knows the browser: it was turned off there, or its site data was cleared. */
const GONE = [404, 410];

/** @param db with the browsers; a row refers to one by its id */
export function byPush(db: Queryable, { secret, appUrl, privateServers }: PushSettings): Deliver {
  // The address comes from a browser, and so from anybody: it must be public, like those of servers from the settings.
  const fetchOut = webFetch(privateServers ? {} : { allows: isOpen });
  const key = pushKeyOf(secret);
  // A contact for the push service, which may refuse one that it cannot reach; the page's own address is what we have.
  const subject = appUrl.startsWith('https:') ? appUrl : 'mailto:amber@localhost';
  return async ({ recipient, subject: what, body, createdAt }) => {
    if (Date.now() - createdAt.getTime() > STALE_S * 1000) throw new Refused('It is too old to be news.');
    const push = await findPush(db, recipient);
    // Signed out meanwhile: nobody may be notified.
    if (!push) return;
    const { endpoint, p256dh, auth, locale } = push;
    const details = webPush.generateRequestDetails(
      { endpoint, keys: { p256dh, auth } },
      JSON.stringify({ kind: what, path: body, locale }),
      { vapidDetails: { subject, ...key }, TTL: STALE_S, contentEncoding: 'aes128gcm', urgency: 'normal' },
    );
    const failed = async (error: Error) => {
      if (await notePush(db, recipient, false, MOST_FAILURES)) throw new Refused(error.message);
      throw error;
    };
    const response = await fetchOut(details.endpoint, {
      method: 'POST',
      headers: Object.fromEntries(
        Object.entries(details.headers).map(([name, value]) => [name, String(value)]),
      ),
      body: new Uint8Array(details.body ?? []),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch(failed);
    await response.body?.cancel();
    if (response.ok) {
      if (push.failures > 0) await notePush(db, recipient, true, MOST_FAILURES);
      return;
    }
    if (GONE.includes(response.status)) return forgetPush(db, recipient);
    await failed(failureOf(response.status));
  };
}

function failureOf(status: number): Error {
  const message = `The browser's maker answered ${status}.`;
  const isFinal = status < 500 && status !== 408 && status !== 429;
  return isFinal ? new Refused(message) : new Error(message);
}
