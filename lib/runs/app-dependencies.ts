import 'server-only';
/** What this installation's runs work with. */
import { createHmac } from 'node:crypto';
import { connectionsFor } from '@/lib/connections/for-caller';
import { database } from '@/lib/database';
import { env } from '@/lib/env';
import { chooseModel } from '@/lib/models/choose-model';
import type { RunDependencies } from './dependencies';

/** A key of its own for the SDK's signatures, so that they share none with the sessions. */
function approvalKey(secret: string): string {
  return createHmac('sha256', secret).update('approval requests').digest('hex');
}

let memo: RunDependencies | undefined;

/** The database, the servers, the model and the secret that runs of this process use. */
export async function runDependencies(): Promise<RunDependencies> {
  if (!memo) {
    const { db } = await database();
    const { model: settings, secret, smtpUrl, notifyWebhook, appUrl } = env();
    const model = chooseModel(settings);
    const notify = { mail: smtpUrl !== undefined, webhook: notifyWebhook !== undefined, appUrl };
    memo = { db, connectionsFor, model: () => model, secret: approvalKey(secret), notify };
  }
  return memo;
}
