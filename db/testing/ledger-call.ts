/** A call in the ledger, with the chat and the run that it needs, for tests of effects under its id. */
import { randomBytes } from 'node:crypto';
import type { Queryable } from '../client';
import { newId } from '../ids';
import { users } from '../schema/auth';
import { chats, runs } from '../schema/conversation';
import { calls } from '../schema/ledger';

/** Adds a dispatched call of the team, sealed if requested; returns its id. */
export async function addCall(
  db: Queryable,
  teamId: string,
  { sealed = false }: { sealed?: boolean } = {},
): Promise<string> {
  const [id, chatId, runId, userId] = [
    randomBytes(16).toString('hex'),
    newId('cht'),
    newId('run'),
    newId('usr'),
  ];
  await db.insert(users).values({ id: userId, name: 'Mia', email: `${userId}@amber.test` });
  await db.insert(chats).values({ id: chatId, teamId, userId, title: 'Calls' });
  await db.insert(runs).values({
    id: runId,
    chatId,
    userMessageId: 'question',
    messageId: 'answer',
    status: 'running',
    owner: 'test',
  });
  await db.insert(calls).values({
    id,
    teamId,
    chatId,
    runId,
    toolCallId: 'call-1',
    server: 'amber',
    serverUrl: 'http://amber.internal/mcp',
    tool: 'customer_create',
    modelTool: 'tool',
    metadata: {},
    definitionHash: '',
    trusted: true,
    risk: 'write',
    input: '{}',
    inputHash: '',
    status: 'dispatched',
    ...(sealed && { sealedAt: new Date() }),
  });
  return id;
}
