import 'server-only';
/**
 * How the contents of the outbox are sent: a mail by SMTP, or as a file that any mail program opens; other kinds each
 * in their own way.
 */
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import nodemailer from 'nodemailer';
import type { Queryable } from '@/db/client';
import type { Env } from '@/lib/env';
import type { OutboxRow } from '@/lib/store/outbox';
import type { Deliver } from './outbox-row';
import { byPush, type PushSettings } from './push';
import { Refused } from './refused';
import { byWebhook } from './webhook';

export type MailSettings = Pick<Env, 'smtpUrl' | 'smtpFrom' | 'dataDir' | 'appUrl'>;
export type OutboxSettings = MailSettings & PushSettings & Pick<Env, 'notifyWebhook'>;

const CONNECT_MS = 10_000;
const SILENCE_MS = 20_000;

/**
 * The ways that are configured.
 * @param db with the browsers to be notified
 */
export function deliveryBy(db: Queryable, settings: OutboxSettings): Deliver {
  const { notifyWebhook } = settings;
  const ways = {
    mail: settings.smtpUrl ? bySmtp(settings.smtpUrl, settings) : byFile(settings),
    webhook: notifyWebhook ? byWebhook(notifyWebhook.url, notifyWebhook.secret) : unset,
    push: byPush(db, settings),
  };
  return (row) => ways[row.kind](row);
}

async function unset(): Promise<void> {
  throw new Refused('AMBER_NOTIFY_WEBHOOK is not set any more.');
}

/** Whether the mail server (5xx) or the webhook refused permanently, so that retrying is useless. */
export function isRefused(error: unknown): boolean {
  if (error instanceof Refused) return true;
  const answer: unknown = Reflect.get(Object(error), 'responseCode');
  return typeof answer === 'number' && answer >= 500 && answer < 600;
}

function bySmtp(url: string, settings: MailSettings): Deliver {
  const timeouts = { connectionTimeout: CONNECT_MS, greetingTimeout: CONNECT_MS, socketTimeout: SILENCE_MS };
  const transport = nodemailer.createTransport({ url, ...timeouts });
  return async (row) => {
    await transport.sendMail(messageOf(row, settings));
  };
}

function byFile(settings: MailSettings): Deliver {
  const folder = join(settings.dataDir, 'outbox');
  const transport = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return async (row) => {
    const { message } = await transport.sendMail(messageOf(row, settings));
    const file = join(folder, `${nameOf(row)}.eml`);
    await mkdir(folder, { recursive: true });
    // Renamed when complete, so that readers never see half a file.
    await writeFile(`${file}.part`, message as Buffer);
    await rename(`${file}.part`, file);
  };
}

/** The same row always makes the same message, so that a second delivery can be recognised. */
function messageOf(row: OutboxRow, settings: MailSettings) {
  return {
    from: settings.smtpFrom,
    // As an object, so that a comma in the address does not make it two.
    to: { name: '', address: row.recipient },
    subject: row.subject,
    text: row.body,
    date: row.createdAt,
    messageId: `<${nameOf(row)}@${new URL(settings.appUrl).hostname}>`,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** The id as it may appear in a file name and a Message-ID. */
function nameOf(row: OutboxRow): string {
  return encodeURIComponent(row.id).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
}
