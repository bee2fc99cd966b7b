import 'server-only';
/** Sends an event as a signed request to the operator's own address. */
import { createHmac } from 'node:crypto';
import type { OutboxRow } from '@/lib/store/outbox';
import type { Deliver } from './outbox-row';
import { Refused } from './refused';

const TIMEOUT_MS = 10_000;

/**
 * Delivers to this address. The body is the event's JSON; `x-amber-signature` is `t=SECONDS,v1=HEX`, the HMAC-SHA256
 * with the shared secret over `SECONDS.BODY`; `x-amber-delivery` is the same for a second delivery.
 */
export function byWebhook(url: string, secret: string): Deliver {
  const { username, password } = new URL(url);
  return async ({ id, subject, body }: OutboxRow) => {
    // The usual error would contain the address with its password.
    if (username || password) throw new Refused('The address of the webhook holds a user or a password.');
    const seconds = Math.floor(Date.now() / 1000);
    const signature = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-amber-event': subject,
        'x-amber-delivery': id,
        'x-amber-signature': `t=${seconds},v1=${signature}`,
      },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body?.cancel();
    if (response.ok) return;
    const { status } = response;
    const isFinal = status >= 400 && status < 500 && status !== 408 && status !== 429;
    const message = `The webhook answered ${status}.`;
    throw isFinal ? new Refused(message) : new Error(message);
  };
}
