/**
 * Two processes on one database are one Amber: what one of them streams, asks or receives, the other one shows, stops,
 * decides and, if the first dies, finishes.
 */
import { expect, test } from '@playwright/test';
import type { ChatEvent } from '../../../lib/runs/chat-view';
import type { App } from '../../app';
import { ChatPage } from '../../chat-page';
import { ContactBook } from '../../contact-book';
import { TcpLink } from '../../servers/tcp-link';
import type { Session } from '../../session';
import { readUntil, storedText, textOf } from '../../stream-reader';

const STORY = Array.from({ length: 60 }, (_, index) => `word${index}`).join(' ');
const DELETION = [{ tool: 'crm__contact_delete', input: {} }];

let book: ContactBook;
let a: App;
let b: App;
let onA: Session;
let onB: Session;

test.beforeAll(async () => {
  book = await ContactBook.start();
  a = book.app;
  b = await a.another();
  onA = await a.signIn('member');
  onB = await b.signIn('member');
});

test.afterAll(async () => {
  await b?.stop();
  await book?.stop();
});

function gate() {
  let release = () => {};
  const hold = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { hold, release };
}

/** A chat with an answer streamed by A, which pauses after its first word until it is released. */
async function streaming(pauseMs?: number) {
  const { hold, release } = gate();
  const mark = `s${Math.random().toString(36).slice(2)}`;
  book.model.script(mark, [{ text: STORY, hold, ...(pauseMs ? { pauseMs } : {}) }]);
  const chatId = await onA.newChat();
  const said = onA.say(chatId, mark);
  await expect.poll(() => book.model.requestsFor(mark).length).toBe(1);
  return { chatId, mark, said, release };
}

async function runOf(chatId: string) {
  const [run] = await a.sql`select * from runs where chat_id = ${chatId} order by created_at desc limit 1`;
  return run;
}

test('what A streams is followed on B, word by word and complete', async () => {
  const { chatId, said, release } = await streaming(5);
  const followed = await onB.fetch('GET', `/api/chat/${chatId}/stream`);
  expect(followed.status).toBe(200);
  const reading = await readUntil(followed, 'word0');
  const late = onB.fetch('GET', `/api/chat/${chatId}/stream`).then((response) => response.text());
  release();
  await reading.more();
  const stored = storedText(await onB.settled(chatId, 'idle'));
  expect(stored).toBe(STORY);
  expect(textOf(reading.text)).toBe(STORY);
  expect(textOf(await late)).toBe(STORY);
  expect(textOf((await said).body)).toBe(STORY);
  expect((await onB.fetch('GET', `/api/chat/${chatId}/stream`)).status).toBe(204);
  expect(book.model.requests.filter(({ lastUser }) => lastUser.startsWith('s')).length).toBe(1);
});

test('what A does is told on B', async () => {
  const events = await onB.fetch('GET', '/api/events');
  const { chatId, said, release } = await streaming();
  const reading = await readUntil(events, `"chatId":"${chatId}"`);
  release();
  await said;
  const last = async () => {
    const all = reading.text.split('\n\n').flatMap((event) => event.split('data: ')[1] ?? []);
    const ours = all.map((json): ChatEvent => JSON.parse(json)).filter((event) => event.chatId === chatId);
    return ours.at(-1);
  };
  void reading.more();
  const { rev } = await onA.settled(chatId, 'idle');
  await expect.poll(last).toEqual({ chatId, rev, running: false });
  await reading.leave();
});

test('what A streams is stopped on B', async () => {
  const { chatId, said, release } = await streaming();
  const stopped = await onB.call('POST', `/api/chat/${chatId}/stop`);
  expect(stopped).toEqual({ status: 200, body: { stopped: true } });
  release();
  await said;
  expect((await runOf(chatId))?.status).toBe('stopped');
  expect(storedText(await onB.chat(chatId))).toBe('word0');
  expect((await onB.call('POST', `/api/chat/${chatId}/stop`)).body).toEqual({ stopped: false });
});

test('what A asks is decided on B, which goes on; A follows', async () => {
  const { chatId, card, ran } = await book.waiting(onA);
  expect((await onB.decide(card.id, 'confirm')).status).toBe(200);
  expect((await onA.decide(card.id, 'confirm')).status).toBe(200);
  expect((await onA.decide(card.id, 'cancel')).status).toBe(409);
  expect(storedText(await onA.settled(chatId, 'idle'))).toContain('It is settled.');
  expect(ran()).toHaveLength(1);
});

test('a card decided on B while A still streams changes in a tab of A, and the run goes on there', async ({
  browser,
}) => {
  const { hold, release } = gate();
  const { name, ...read } = book.crm.definition('note_read');
  book.crm.add({ name, ...read, run: () => hold.then(() => ({ text: 'read' })) });
  const mark = book.script([...DELETION, { tool: 'crm__note_read', input: {} }]);
  const chatId = await onA.newChat();
  const [tabA, tabB] = await Promise.all([
    ChatPage.open(browser, onA, `/chat/${chatId}`),
    ChatPage.open(browser, onB, `/chat/${chatId}`),
  ]);
  await tabA.send(mark);
  for (const tab of [tabA, tabB]) await expect(tab.cards).toHaveCount(1);
  await tabB.button('Confirm').click();
  for (const tab of [tabA, tabB]) {
    await expect(tab.decisions).toHaveCount(1);
    await expect(tab.cards).toHaveCount(0);
  }
  expect((await runOf(chatId))?.status).toBe('running');
  expect(book.ranFor(mark).map(({ tool }) => tool)).toEqual(['note_read']);
  release();
  for (const tab of [tabA, tabB]) await expect(tab.conversation).toContainText('It is settled.');
  expect(book.ranFor(mark).map(({ tool }) => tool)).toEqual(['note_read', 'contact_delete']);
  book.crm.add({ name, ...read });
  await tabA.close();
  await tabB.close();
});

test('a hundred clicks over both processes are one decision and one execution', async () => {
  const { chatId, card, ran } = await book.waiting(onA);
  const clicks = Array.from({ length: 100 }, (_, index) =>
    (index % 2 ? onA : onB).decide(card.id, index % 5 === 4 ? 'cancel' : 'confirm'),
  );
  const answers = await Promise.all(clicks);
  const won = new Set(answers.flatMap(({ status, body }) => (status === 200 ? [body.status] : [])));
  expect(won.size).toBe(1);
  expect(answers.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
  await onA.settled(chatId, 'idle');
  expect(ran()).toHaveLength(won.has('confirmed') ? 1 : 0);
  const decided = await a.sql`select status from approvals where chat_id = ${chatId}`;
  expect(decided.map(({ status }) => status)).toEqual([...won]);
});

test('a message sent on B while A streams waits, and is answered afterwards', async () => {
  const { chatId, said, release } = await streaming();
  book.model.script('and what then?', [{ text: 'Then the end.' }]);
  const queued = await onB.say(chatId, 'and what then?');
  expect(queued.status).toBe(202);
  expect((await onA.chat(chatId)).queued.map(({ text }) => text)).toEqual(['and what then?']);
  release();
  await said;
  await expect.poll(async () => storedText(await onB.chat(chatId))).toBe('Then the end.');
  const { messages, queued: left } = await onB.settled(chatId, 'idle');
  expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant']);
  expect(left).toEqual([]);
});

test('two browsers, one on each process, and a reload in the middle: the same at the end', async ({
  browser,
}) => {
  const { hold, release } = gate();
  book.model.script('tell me both', [{ text: STORY, hold, pauseMs: 20 }]);
  const tabA = await ChatPage.open(browser, onA);
  await tabA.send('tell me both');
  const chatId = await tabA.chatId();
  const tabB = await ChatPage.open(browser, onB, `/chat/${chatId}`);
  for (const tab of [tabA, tabB]) await expect(tab.conversation).toContainText('word0');
  release();
  await expect(tabB.conversation).toContainText('word9');
  await tabB.page.reload();
  for (const tab of [tabA, tabB]) {
    await expect(tab.page.getByRole('button', { name: 'Send' })).toBeVisible();
    await expect(tab.conversation).toContainText(STORY);
    await expect(tab.answers).toHaveCount(1);
  }
  const shown = (tab: ChatPage) => tab.conversation.innerText();
  // The reloaded page renders its Markdown a moment later.
  const same = async () => expect(await shown(tabB)).toBe(await shown(tabA));
  await expect(same).toPass({ timeout: 30_000 });
  book.model.script('and once more', [{ text: 'Once more.' }]);
  await tabB.send('and once more');
  for (const tab of [tabA, tabB]) await expect(tab.conversation).toContainText('Once more.');
  await tabA.close();
  await tabB.close();
});

test('A dies in the middle of an answer: B takes it over, and a page on B shows all of it', async ({
  browser,
}) => {
  let asked = 0;
  const never = new Promise<never>(() => {});
  book.model.script('a fateful story', () =>
    asked++ === 0 ? { text: STORY, hold: never } : { text: STORY },
  );
  const chatId = await onA.newChat();
  const said = onA.say(chatId, 'a fateful story').catch(() => undefined);
  const tab = await ChatPage.open(browser, onB, `/chat/${chatId}`);
  await expect(tab.conversation).toContainText('word0');
  await a.kill();
  await said;
  await expect(tab.conversation).toContainText(STORY);
  await expect(tab.page.getByRole('button', { name: 'Send' })).toBeVisible();
  await expect(tab.answers).toHaveCount(1);
  expect(storedText(await onB.chat(chatId))).toBe(STORY);
  expect(await runOf(chatId)).toMatchObject({ status: 'done', recoveries: 1 });
  await tab.close();
  await a.revive();
});

test('A dies while its card waits: decided on B, executed once', async () => {
  const { chatId, card, ran } = await book.waiting(onA);
  await a.kill();
  expect((await onB.decide(card.id, 'confirm')).status).toBe(200);
  expect(storedText(await onB.settled(chatId, 'idle'))).toContain('It is settled.');
  expect(ran()).toHaveLength(1);
  await a.revive();
});

test('the database goes and comes back: 503 meanwhile, and the page recovers by itself', async ({
  browser,
}) => {
  const link = await TcpLink.to(a.databaseUrl);
  const c = await a.another({ DATABASE_URL: link.url });
  const onC = await c.signIn('member');
  const { hold, release } = gate();
  let asked = 0;
  book.model.script('a broken line', () => (asked++ === 0 ? { text: STORY, hold } : { text: STORY }));
  const tab = await ChatPage.open(browser, onC);
  await tab.send('a broken line');
  await expect(tab.conversation).toContainText('word0');
  const chatId = await tab.chatId();
  await link.cut();
  for (const path of ['/api/chats', `/api/chat/${chatId}`, `/api/chat/${chatId}/stream`, '/api/events']) {
    expect((await onC.fetch('GET', path)).status, path).toBe(503);
  }
  const unsent = { chatId, message: { id: 'unsent', text: 'nothing' } };
  expect((await onC.fetch('POST', '/api/chat', unsent)).status).toBe(503);
  await link.mend();
  release();
  await expect(tab.conversation).toContainText(STORY);
  await expect(tab.page.getByRole('button', { name: 'Send' })).toBeVisible();
  expect(storedText(await onC.settled(chatId, 'idle'))).toBe(STORY);
  // It receives news of the others again.
  const elsewhere = await onA.newChat();
  await onA.call('PATCH', `/api/chat/${elsewhere}`, { title: 'Heard again' });
  await expect(tab.page.getByRole('link', { name: 'Heard again' })).toBeVisible();
  await tab.close();
  await c.stop();
  await link.cut();
});

test('every connection is lost again and again: what was taken comes to an end that is seen', async () => {
  book.model.script('under fire', [{ text: STORY, pauseMs: 15 }]);
  const chats = await Promise.all(Array.from({ length: 16 }, () => onA.newChat()));
  const saying = chats.map((chatId, index) => (index % 2 ? onA : onB).say(chatId, `under fire ${index}`));
  await expect.poll(() => book.model.requestsFor('under fire').length).toBeGreaterThan(7);
  for (let round = 0; round < 6; round++) {
    await a.sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  const said = await Promise.all(saying);
  for (const [index, { status }] of said.entries()) {
    expect([200, 503]).toContain(status);
    if (status !== 200) continue;
    const chat = await onB.settled(chats[index] ?? '', 'idle', 'failed');
    const last = chat.messages.at(-1)?.parts.at(-1);
    if (last?.type !== 'data-run-error') expect(storedText(chat)).toBe(STORY);
  }
  expect((await a.sql`select 1 from runs where status = 'running'`).length).toBe(0);
  for (const { log } of [a, b]) expect(log).not.toMatch(/TypeError|unhandledRejection|uncaughtException/);
});
