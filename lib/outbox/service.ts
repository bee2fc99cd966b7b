import 'server-only';
/** The sender of this process. */
import type { OpenDatabase } from '@/db/client';
import { once } from '@/lib/values/once';
import { deliveryBy, type OutboxSettings } from './delivery';
import { OutboxSender } from './sender';

const service = once<{ sender?: OutboxSender }>('outbox', () => ({}));

export function startOutbox(opened: OpenDatabase, settings: OutboxSettings): void {
  service.sender = new OutboxSender(opened, deliveryBy(opened.db, settings));
  service.sender.wake();
}

/** Resolves when no mail is being sent any more. */
export async function stopOutbox(): Promise<void> {
  await service.sender?.stop();
}
