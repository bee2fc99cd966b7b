/** This browser's state of push notifications through its vendor's server. */

/** `missing`: this browser cannot; `denied`: its person has refused the permission. */
export type PushState = 'unknown' | 'missing' | 'denied' | 'on' | 'off';

/** The address at which this browser is notified, as it names it. */
export interface PushBrowser {
  endpoint: string;
  p256dh: string;
  auth: string;
}

export const isTold = (answer: PushBrowser | PushState): answer is PushBrowser => typeof answer === 'object';

/** @param known SHA-256 (hex) of the addresses that the server has of this person */
export async function stateOfPush(known: readonly string[]): Promise<PushState> {
  const missing = missingHere();
  if (missing) return missing;
  const told = await (await registered())?.pushManager.getSubscription();
  return told && known.includes(await sha256(told.endpoint)) ? 'on' : 'off';
}

/**
 * Asks the person, and then the browser's vendor.
 * @param key of the server, base64url
 * @returns the reason, if it is not turned on
 */
export async function turnOn(key: string): Promise<PushBrowser | PushState> {
  const missing = missingHere();
  if (missing) return missing;
  const permission = await Notification.requestPermission();
  if (permission !== 'granted') return permission === 'denied' ? 'denied' : 'off';
  const { pushManager } = await navigator.serviceWorker.ready;
  // A subscription with another key, as after a change of the server's secret, would be refused.
  await (await pushManager.getSubscription())?.unsubscribe();
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { p256dh = '', auth = '' } = made.toJSON().keys ?? {};
  return { endpoint: made.endpoint, p256dh, auth };
}

/** @returns the address that this browser had */
export async function turnOff(): Promise<string | undefined> {
  const told = await (await registered())?.pushManager.getSubscription();
  await told?.unsubscribe();
  return told?.endpoint;
}

function missingHere(): PushState | undefined {
  const can = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
  if (!can) return 'missing';
  return Notification.permission === 'denied' ? 'denied' : undefined;
}

const registered = () => navigator.serviceWorker.getRegistration();

async function sha256(text: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
