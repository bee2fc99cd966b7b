import 'server-only';
/** The sender of this process; on `globalThis`, since Next bundles start-up and routes apart. */
import type { OpenDatabase } from '@/db/client';
import { deliveryBy, type MailSettings } from './delivery';
import { OutboxSender } from './sender';

const KEY = Symbol.for('amber.outbox');
const shared = globalThis as { [KEY]?: OutboxSender };

export function startOutbox(opened: OpenDatabase, settings: MailSettings): void {
  shared[KEY] = new OutboxSender(opened, deliveryBy(settings));
  shared[KEY].wake();
}

/** Resolves when no mail is on its way any more. */
export async function stopOutbox(): Promise<void> {
  await shared[KEY]?.stop();
}
