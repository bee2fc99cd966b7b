import 'server-only';
/** How what stands in the outbox leaves: a mail by SMTP, or as a file that any mail program opens; the rest each its own way. */
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
 * The ways that the settings name.
 * @param db where the browsers stand that are told
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

/** Whether the mail server (5xx) or the webhook's said no for good, so that trying again is of no use. */
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
    // Under its name the file is whole, whenever somebody looks.
    await writeFile(`${file}.part`, message as Buffer);
    await rename(`${file}.part`, file);
  };
}

/** The same row always makes the same message, so that a second delivery can be recognised as one. */
function messageOf(row: OutboxRow, settings: MailSettings) {
  return {
    from: settings.smtpFrom,
    // As an object: a comma in the address does not make it two.
    to: { name: '', address: row.recipient },
    subject: row.subject,
    text: row.body,
    date: row.createdAt,
    messageId: `<${nameOf(row)}@${new URL(settings.appUrl).hostname}>`,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** The id as it may stand in a file name and a Message-ID. */
function nameOf(row: OutboxRow): string {
  return encodeURIComponent(row.id).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
}
