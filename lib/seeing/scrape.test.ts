/** `/api/metrics`: who may read it, and its contents. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import { CrashHarness, call } from '@/lib/runs/testing/crash-harness';
import { counted, setSink } from './meters';
import { COUNTERS, GAUGES, TIMES } from './metric-list';
import { prometheusSink } from './prometheus';
import { forgetReadings } from './readings';
import { scrape } from './scrape';

const TOKEN = 'a token for tests only, long enough'.replaceAll(' ', '-');
const shown = (token: string) => new Headers({ authorization: `Bearer ${token}` });

describe.each(testDatabases)('metrics on $name', ({ open }) => {
  let crash: CrashHarness;

  beforeAll(async () => {
    crash = await CrashHarness.open(await open());
    setSink(prometheusSink());
  });
  afterAll(async () => {
    setSink(undefined);
    await crash.close();
  });

  const db = async () => crash.opened.db;
  const answer = async (from = db) => {
    forgetReadings();
    return (await scrape(shown(TOKEN), TOKEN, from)).text();
  };
  it('exist for nobody without the setting, and only for who shows the token', async () => {
    await expect(scrape(shown(TOKEN), undefined, db)).rejects.toMatchObject({ code: 'not_found' });
    for (const headers of [
      new Headers(),
      shown(''),
      shown(`${TOKEN}x`),
      shown(TOKEN.slice(1)),
      shown('x'.repeat(5000)),
    ]) {
      await expect(scrape(headers, TOKEN, db)).rejects.toMatchObject({ code: 'unauthorized' });
    }
    const basic = new Headers({ authorization: `Basic ${TOKEN}` });
    await expect(scrape(basic, TOKEN, db)).rejects.toMatchObject({ code: 'unauthorized' });
    const response = await scrape(shown(TOKEN), TOKEN, db);
    expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  });

  it('have every metric, each with its help, and labels of few values', async () => {
    const text = await answer();
    for (const [name, { help }] of Object.entries({ ...COUNTERS, ...TIMES, ...GAUGES })) {
      expect(text).toContain(`# HELP ${name} ${help}`);
    }
    expect(text).toContain('nodejs_eventloop_lag_seconds');
    expect(text).toContain('process_resident_memory_bytes');
    expect(text).toMatch(/amber_table_bytes\{table="receipts"\} \d+/);
  });

  it('count a turn, its segments, its calls and what its model was asked', async () => {
    const { harness } = crash;
    const chatId = await harness.chat();
    harness.steps({ calls: [call('look', 'a')] }, { calls: [call('drop', 'b')] }, { text: 'So it is.' });
    await harness.say(chatId, 'Do it');
    let text = await answer();
    expect(text).toContain('amber_cards_waiting 1');
    expect(text).toContain('amber_runs{state="waiting"} 1');
    const [card] = await harness.cards(chatId, 'pending');
    await harness.decide(card?.id ?? '', 'confirm');
    text = await answer();
    expect(text).toContain('amber_cards_waiting 0');
    expect(text).toContain('amber_segments_total{outcome="waiting"} 1');
    expect(text).toContain('amber_turns_total{outcome="done"} 1');
    expect(text).toMatch(/amber_calls_total\{outcome="success",risk="read-only",trust="trusted"\} 1/);
    expect(text).toMatch(/amber_calls_total\{outcome="success",risk="destructive",trust="trusted"\} 1/);
    expect(text).toContain('amber_model_requests_total{outcome="ok",use="turn"} 3');
    expect(text).toContain('amber_confirm_to_dispatch_seconds_count 1');
    expect(text).toMatch(/amber_queue_seconds_count\{queue="step"\} 2/);
  });

  it('tell of mail that waits, and that the database is away', async () => {
    const mail = { teamId: crash.harness.admin.teamId, recipient: 'a@b.test', subject: 's', body: 'b' };
    await crash.opened.db.insert(schema.outbox).values({ ...mail, id: 'waits' });
    expect(await answer()).toContain('amber_outbox_waiting{kind="mail"} 1');
    expect(await answer()).not.toContain('a@b');
    const text = await answer(() => Promise.reject(new Error('away')));
    expect(text).toContain('amber_database_up 0');
    // A value that is no longer known is exported neither with its old value nor as 0.
    expect(text).not.toContain('amber_table_bytes');
    expect(text).not.toContain('amber_cards_waiting');
  });

  it('are not kept while nobody may ask for them', () => {
    setSink(undefined);
    expect(() => counted('amber_turns_total', { outcome: 'done' })).not.toThrow();
  });
});
