/** Images, audio and files in results: where their bytes are stored, who gets them, and when they are deleted. */

import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import { isCall } from '@/lib/approvals/call-parts';
import { eraseChat } from '@/lib/chats/bin';
import type { TestServer } from '@/lib/connections/testing/http-server';
import { pngOf, wavOf } from '@/lib/connections/testing/pictures';
import { plainTool, sendResult, startScriptedServer } from '@/lib/connections/testing/scripted-server';
import { readMedia } from '@/lib/execution/call-media';
import type { CallOutput } from '@/lib/execution/call-record';
import { listReceipts } from '@/lib/receipts/receipts';
import { isMedia } from '@/lib/values/call-content';
import { deleteChat } from './chats';
import { RunHarness } from './testing/run-harness';

const { callMedia, calls } = schema;
const TOOL = plainTool('look', { annotations: { readOnlyHint: true, openWorldHint: false } });

describe.each(testDatabases)('bytes of a result on $name', ({ open }) => {
  let harness: RunHarness;
  let server: TestServer;
  let close: () => Promise<void>;
  let content: object[] = [];
  let beforeAnswer: () => Promise<void> = async () => {};

  beforeAll(async () => {
    server = await startScriptedServer({
      list: () => ({ tools: [TOOL] }),
      call: async ({ message }, response) => {
        await beforeAnswer();
        sendResult(response, message, { content });
      },
    });
    const opened = await open();
    harness = await RunHarness.open(opened, [{ name: 'eye', url: server.url, headers: {}, trusted: true }]);
    await harness.deps.connectionsFor(harness.admin).list({ waitFor: ['eye'] });
    close = () => Promise.all([opened.close(), server.close()]).then(() => {});
  });
  afterAll(() => close());

  async function look(...answered: object[]) {
    content = answered;
    const chatId = await harness.chat();
    harness.steps({ calls: [{ tool: 'eye__look', input: {} }] });
    const chunks = await harness.say(chatId, 'Look');
    const parts = (await harness.messages(chatId)).flatMap((message) => message.parts.filter(isCall));
    const output = parts[0]?.output as CallOutput | undefined;
    const [row] = await harness.deps.db.select().from(calls).where(eq(calls.chatId, chatId));
    return { chatId, chunks, output, media: output?.content.filter(isMedia) ?? [], row };
  }

  const image = (bytes: Buffer) => ({ type: 'image', mimeType: 'image/png', data: bytes.toString('base64') });
  const rowsOf = (callId = '') =>
    harness.deps.db.select().from(callMedia).where(eq(callMedia.callId, callId)).orderBy(callMedia.place);

  it('are kept with the call and travel with no message', async () => {
    const [png, wav] = [pngOf(300, 200), wavOf()];
    const sound = {
      type: 'resource',
      resource: { uri: 'file:///a/tone.wav', mimeType: 'audio/wav', blob: wav.toString('base64') },
    };
    const { media, chunks, row, output } = await look({ type: 'text', text: 'There:' }, image(png), sound);
    expect(media).toMatchObject([
      { type: 'image', width: 300, height: 200, size: png.length, at: `${row?.id}/1` },
      { type: 'audio', name: 'tone.wav', at: `${row?.id}/2` },
    ]);
    const told = JSON.stringify([chunks, output, row?.result]);
    expect(told).not.toContain(png.toString('base64').slice(0, 60));
    expect(told.length).toBeLessThan(20_000);
    expect((await rowsOf(row?.id)).map(({ bytes }) => bytes)).toEqual([png, wav]);
    const kept = await readMedia(harness.deps.db, harness.admin.teamId, media[0]?.at ?? '');
    expect(kept).toMatchObject({ mimeType: 'image/png', sha256: media[0]?.sha256, chatId: row?.chatId });
    for (const at of ['', `${row?.id}/0`, `${row?.id}/7`, `${row?.id}/1/`, `${row?.id}/-1`, '../x']) {
      expect(await readMedia(harness.deps.db, harness.admin.teamId, at)).toBeUndefined();
    }
    expect(await readMedia(harness.deps.db, 'another team', media[0]?.at ?? '')).toBeUndefined();
  });

  it('make another receipt than other bytes do, though the model reads the same words', async () => {
    const one = await look(image(pngOf(2, 2)));
    const again = await look(image(pngOf(2, 2)));
    const [bytes, other] = [pngOf(2, 2), pngOf(2, 2)];
    other[other.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
    const changed = await look(image(other));
    expect(again.row?.resultHash).toBe(one.row?.resultHash);
    expect(changed.row?.resultHash).not.toBe(one.row?.resultHash);
    expect(changed.media[0]).toMatchObject({ size: one.media[0]?.size });
    const { receipts } = await listReceipts(harness.deps.db, harness.admin, {});
    expect(JSON.stringify(receipts)).toContain(String(changed.row?.resultHash));
  });

  it('go with their chat', async () => {
    const { chatId, row } = await look(image(pngOf(4, 4)));
    expect(await rowsOf(row?.id)).toHaveLength(1);
    await deleteChat(harness.deps.db, harness.admin, chatId);
    expect(await rowsOf(row?.id)).toHaveLength(1);
    await eraseChat(harness.deps.db, chatId);
    expect(await rowsOf(row?.id)).toEqual([]);
  });

  it('are not kept when they come after their chat was deleted', async () => {
    const asked = Promise.withResolvers<void>();
    const gone = Promise.withResolvers<void>();
    beforeAnswer = async () => {
      asked.resolve();
      await gone.promise;
      beforeAnswer = async () => {};
    };
    content = [image(pngOf(6, 6))];
    const chatId = await harness.chat();
    harness.steps({ calls: [{ tool: 'eye__look', input: {} }] });
    const said = harness.say(chatId, 'Look');
    await asked.promise;
    await deleteChat(harness.deps.db, harness.admin, chatId);
    gone.resolve();
    await said;
    const [row] = await harness.deps.db.select().from(calls).where(eq(calls.chatId, chatId));
    expect(await rowsOf(row?.id)).toEqual([]);
  });
});
