/** Mail is sent once, retried if the server is unreachable, and given up if it was refused. */
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import { deliveryBy, type OutboxSettings } from './delivery';
import { deliverNext, OutboxSender } from './sender';
import { type SmtpServer, startSmtpServer } from './testing/smtp-server';

const { outbox } = schema;
const settings: OutboxSettings = {
  secret: 'a secret for tests only, long enough',
  privateServers: false,
  dataDir: mkdtempSync(join(tmpdir(), 'amber-outbox-')),
  smtpFrom: 'Amber <amber@amber.example>',
  appUrl: 'https://amber.example',
};

describe.each(testDatabases)('the outbox on $name', ({ open }) => {
  let opened: OpenDatabase;
  let smtp: SmtpServer;
  beforeAll(async () => {
    opened = await open();
    await opened.db.insert(schema.teams).values({ id: 'tea_1', name: 'Halden' });
  });
  beforeEach(async () => {
    smtp = await startSmtpServer();
    await opened.db.delete(outbox);
    return () => smtp.close();
  });
  afterAll(() => opened.close());

  const bySmtp = () => deliveryBy(opened.db, { ...settings, smtpUrl: smtp.url });
  const rowOf = async (id: string) => (await opened.db.select().from(outbox).where(eq(outbox.id, id)))[0];

  async function write(id: string, fields: Partial<typeof outbox.$inferInsert> = {}) {
    const mail = {
      id,
      teamId: 'tea_1',
      recipient: 'ann@example.com',
      subject: 'Rechnung für Zoë',
      body: 'Hallo',
    };
    await opened.db.insert(outbox).values({ ...mail, ...fields });
  }

  test('what is written leaves by SMTP, oldest first, and each mail once', async () => {
    await write('mail_2');
    await write('mail_1', { createdAt: new Date('2026-01-01') });
    expect((await deliverNext(opened, bySmtp())).id).toBe('mail_1');
    expect((await deliverNext(opened, bySmtp())).id).toBe('mail_2');
    expect(await deliverNext(opened, bySmtp())).toEqual({ outcome: 'empty' });
    expect(smtp.received.map((mail) => mail.to)).toEqual([['ann@example.com'], ['ann@example.com']]);
    expect(smtp.received[0]?.from).toBe('amber@amber.example');
    expect(smtp.received[0]?.data).toMatch(/^Message-ID: <mail_1@amber\.example>$/im);
    expect(await rowOf('mail_1')).toMatchObject({ status: 'sent', attempts: 1, sentAt: expect.any(Date) });
  });

  test('a comma in an address and a line break in a subject add nothing', async () => {
    await write('mail_1', {
      recipient: 'ann@example.com, eve@example.com',
      subject: 'Hi\r\nBcc: eve@example.com',
    });
    await deliverNext(opened, bySmtp());
    expect(smtp.received.flatMap((mail) => mail.to)).not.toContain('eve@example.com');
    expect(smtp.received.every((mail) => !/^Bcc:/im.test(mail.data))).toBe(true);
  });

  test('a server that is away: tried again later, with the same Message-ID', async () => {
    await write('mail_1');
    smtp.recipientAnswer = '451 try later';
    expect(await deliverNext(opened, bySmtp())).toEqual({ outcome: 'postponed', id: 'mail_1' });
    expect(await rowOf('mail_1')).toMatchObject({ status: 'pending', attempts: 1 });
    expect((await rowOf('mail_1'))?.lastError).toContain('451');
    expect(await deliverNext(opened, bySmtp())).toEqual({ outcome: 'empty' });
    await opened.db.update(outbox).set({ createdAt: sql`now() - interval '2 minutes'` });
    smtp.recipientAnswer = '250 ok';
    expect(await deliverNext(opened, bySmtp())).toEqual({ outcome: 'sent', id: 'mail_1' });
    expect(smtp.received[0]?.data).toMatch(/^Message-ID: <mail_1@amber\.example>$/im);
    expect(await rowOf('mail_1')).toMatchObject({ status: 'sent', attempts: 2, lastError: null });
  });

  test('given up when refused for good, or tried often enough', async () => {
    await write('mail_1');
    smtp.recipientAnswer = '550 no such person';
    expect(await deliverNext(opened, bySmtp())).toEqual({ outcome: 'failed', id: 'mail_1' });
    await write('mail_2', { attempts: 6, createdAt: new Date('2026-01-01') });
    smtp.recipientAnswer = '451 try later';
    expect(await deliverNext(opened, bySmtp())).toEqual({ outcome: 'failed', id: 'mail_2' });
    expect(await deliverNext(opened, bySmtp())).toEqual({ outcome: 'empty' });
  });

  test('without SMTP a mail is a whole file under its id', async () => {
    await write('invoice/42');
    await deliverNext(opened, deliveryBy(opened.db, settings));
    const folder = join(settings.dataDir, 'outbox');
    expect(readdirSync(folder)).toEqual(['invoice%2F42.eml']);
    const text = readFileSync(join(folder, 'invoice%2F42.eml'), 'utf8');
    expect(text).toMatch(/^To: ann@example\.com\r$/m);
    expect(text).toMatch(/^Message-ID: <invoice%2F42@amber\.example>\r$/im);
  });

  test('a sender takes all that waits, and what it cannot send stops no other', async () => {
    await write('mail_1', { recipient: 'bad' });
    await write('mail_2');
    const sent: string[] = [];
    const sender = new OutboxSender(opened, async (row) => {
      if (row.recipient === 'bad') throw new Error('no');
      sent.push(row.id);
    });
    sender.wake();
    await expect.poll(() => rowOf('mail_2')).toMatchObject({ status: 'sent' });
    await sender.stop();
    await write('mail_3');
    sender.wake();
    expect(sent).toEqual(['mail_2']);
  });

  test('no connection of the database waits for a mail that is on its way', async () => {
    await write('mail_1');
    const outcome = await deliverNext(opened, async ({ id }) => {
      await opened.db.execute(sql`select 1 from outbox where id = ${id} for update nowait`);
      // Nor does another process send it meanwhile.
      expect(await deliverNext(opened, bySmtp())).toEqual({ outcome: 'empty' });
    });
    expect(outcome).toEqual({ outcome: 'sent', id: 'mail_1' });
  });

  test('what a process had taken when it died leaves later, once it cannot be on its way any more', async () => {
    await write('mail_1', {
      attempts: 7,
      createdAt: new Date('2026-01-01'),
      heldUntil: new Date('2126-01-01'),
    });
    expect(await deliverNext(opened, bySmtp())).toEqual({ outcome: 'empty' });
    await opened.db.update(outbox).set({ heldUntil: new Date('2026-01-02') });
    expect(await deliverNext(opened, bySmtp())).toEqual({ outcome: 'sent', id: 'mail_1' });
  });

  test('several processes at once send each mail once', async () => {
    if (opened.kind !== 'postgres') return;
    for (let number = 0; number < 12; number++) await write(`mail_${number}`);
    const deliver = bySmtp();
    const process = async () => {
      while ((await deliverNext(opened, deliver)).outcome !== 'empty');
    };
    await Promise.all([process(), process(), process(), process()]);
    expect(smtp.received).toHaveLength(12);
    expect(new Set(smtp.received.map((mail) => /^Message-ID: (.*)$/im.exec(mail.data)?.[1])).size).toBe(12);
  });
});
