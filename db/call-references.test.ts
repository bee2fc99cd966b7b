/**
 * The contents of calls, cards, doubts and forms in messages of an earlier version become references; everything else
 * stays, character for character.
 */
import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { type Database, rowsOf } from './client';
import { testMigration } from './testing/before';

/** No function of PostgreSQL can read these. */
const HARD = 'nul \u0000\u0000 half \ud800 whole \u{1f600} written \\u0000 \\\\u0000 \\ue0000000 " end\u0000';

const part = (toolCallId: string, state: string, more = {}) => ({
  type: 'dynamic-tool',
  toolCallId,
  toolName: 's__drop',
  title: 'Drop',
  state,
  input: { text: HARD },
  ...more,
});

const BEFORE = [
  { type: 'step-start' },
  { type: 'text', text: HARD, state: 'done' },
  part('done', 'output-available', {
    output: { content: [{ type: 'text', text: HARD }] },
    callProviderMetadata: { google: { signature: HARD, none: null } },
    approval: { id: 'sdk', approved: true, signature: 's' },
    toolMetadata: { edited: { by: 'Ann', before: '{}' } },
  }),
  part('cancelled', 'output-denied', { approval: { id: 'sdk2', approved: false, reason: 'No.' } }),
  part('waits "quoted"', 'approval-requested', { approval: { id: 'sdk3' } }),
  part('refused', 'output-denied', {
    approval: { id: 'sdk4', isAutomatic: true, signature: 's4', approved: false, reason: 'Not now.' },
  }),
  part('never known', 'output-error', { errorText: HARD }),
  { type: 'data-call', id: 'done', data: { toolCallId: 'done', startedAt: 'then' } },
  { type: 'data-approval', id: 'done', data: { id: 'card', toolCallId: 'done', title: HARD } },
  {
    type: 'data-doubt',
    id: 'done',
    data: { callId: 'call of done', toolCallId: 'done', checks: [{ tool: 'look', title: HARD }], text: HARD },
  },
  { type: 'data-doubt', id: 'done', data: { callId: 'call of done', toolCallId: 'done' } },
  { type: 'data-elicitation', id: 'form', data: { id: 'form', message: HARD } },
  { type: 'data-notice', data: { text: HARD, isEnd: true } },
];

const AFTER = [
  ...BEFORE.slice(0, 2),
  {
    type: 'call',
    callId: 'call of done',
    toolCallId: 'done',
    callProviderMetadata: { google: { signature: HARD, none: null } },
  },
  { type: 'call', callId: 'call of cancelled', toolCallId: 'cancelled', toldNo: true },
  { type: 'call', callId: 'call of waits "quoted"', toolCallId: 'waits "quoted"' },
  {
    type: 'call',
    callId: 'call of refused',
    toolCallId: 'refused',
    refusal: { id: 'sdk4', signature: 's4' },
  },
  ...BEFORE.slice(6, 8),
  { type: 'data-approval', id: 'done', data: { toolCallId: 'done' } },
  {
    type: 'data-doubt',
    id: 'done',
    data: { callId: 'call of done', checks: [{ tool: 'look', title: HARD }] },
  },
  { type: 'data-doubt', id: 'done', data: { callId: 'call of done', checks: [] } },
  { type: 'data-elicitation', id: 'form', data: { id: 'form' } },
  BEFORE.at(-1),
];

/** As that version wrote it: a chat whose answer was retried, and another one with a call of the same id. */
async function fill(db: Database): Promise<void> {
  await db.execute(sql`insert into teams (id, name) values ('t', 'Alder & Finch')`);
  await db.execute(sql`insert into users (id, name, email) values ('u', 'Ada', 'ada@amber.test')`);
  for (const chat of ['chat', 'other']) {
    await db.execute(sql`insert into chats (id, team_id, user_id, title) values (${chat}, 't', 'u', 'Drop')`);
    const asked = JSON.stringify([{ type: 'text', text: HARD }]);
    await db.execute(
      sql`insert into messages (chat_id, id, role, parts) values (${chat}, 'asked', 'user', ${asked}::json)`,
    );
  }
  await db.execute(sql`insert into messages (chat_id, id, role, parts) values
    ('chat', 'answer', 'assistant', ${JSON.stringify(BEFORE)}::json), ('other', 'answer', 'assistant', '[]')`);
  for (const [run, chat] of [
    ['first', 'chat'],
    ['retried', 'chat'],
    ['elsewhere', 'other'],
  ]) {
    await db.execute(sql`insert into runs (id, chat_id, user_message_id, message_id, status, owner)
      values (${run}, ${chat}, 'asked', 'answer', 'done', 'test')`);
  }
  const add = (id: string, run: string, toolCallId: string, round = 1) =>
    db.execute(sql`insert into calls (id, team_id, chat_id, run_id, tool_call_id, round, server, server_url, tool, model_tool,
        metadata, definition_hash, trusted, risk, input, input_hash, status)
      values (${id}, 't', 'chat', ${run}, ${toolCallId}, ${round}, 's', 'https://s', 'drop', 's__drop', '{}', '', true,
        'destructive', '{}', '', 'pending')`);
  await add('call of elsewhere', 'elsewhere', 'done');
  await add('call of done', 'first', 'done');
  await add('call of done, again', 'first', 'done', 2);
  for (const id of ['cancelled', 'waits "quoted"', 'refused']) await add(`call of ${id}`, 'retried', id);
}

testMigration(
  '_call_references',
  'messages of the version before refer to their calls',
  async ({ db }, upgrade) => {
    await fill(db);
    await upgrade();
    const messages = await rowsOf<{ chat: string; id: string; parts: unknown }>(
      db,
      sql`select chat_id as chat, id, parts from messages order by chat_id, id`,
    );
    const asked = [{ type: 'text', text: HARD }];
    expect(messages).toEqual([
      { chat: 'chat', id: 'answer', parts: AFTER },
      { chat: 'chat', id: 'asked', parts: asked },
      { chat: 'other', id: 'answer', parts: [] },
      { chat: 'other', id: 'asked', parts: asked },
    ]);
  },
);
