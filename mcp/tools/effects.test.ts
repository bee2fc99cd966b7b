/** Every tool that changes something records its effect under its call's id, in the transaction of the change. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { loadDemo } from '@/db/demo/load';
import { newId } from '@/db/ids';
import { effects } from '@/db/schema/ledger';
import { testDatabases } from '@/db/testing/databases';
import { fingerprint } from '@/db/testing/fingerprint';
import { addCall } from '@/db/testing/ledger-call';
import type { CallContext } from '../context';
import type { ToolDefinition } from '../define-tool';
import { runTool } from '../result';
import { demoAdmin } from '../testing/demo-admin';
import { demoCases } from '../testing/demo-cases';
import { tools } from './index';
import { takeBack } from './taking-back/take-back';

const changing = tools.filter((tool) => !tool.annotations.readOnlyHint);
const destructive = changing.filter((tool) => tool.annotations.destructiveHint);

describe.each(testDatabases)('on $name', ({ open }) => {
  let database: OpenDatabase;
  let context: CallContext;

  const effectsOf = (callId: string) => database.db.select().from(effects).where(eq(effects.callId, callId));

  beforeAll(async () => {
    database = await open();
    await loadDemo(database.db, new Date());
    context = await demoAdmin(database.db);
  });
  afterAll(() => database?.close());

  /** For undoing, another call of a tool that supports it. */
  async function inputFor(tool: ToolDefinition): Promise<unknown> {
    if (tool !== takeBack) return demoCases[tool.name]?.(context);
    const callId = newId('call');
    const other = tools.find(({ name }) => name === 'order_cancel');
    if (other) await runTool(other, await demoCases.order_cancel?.(context), { ...context, callId });
    return { callId };
  }

  test.each(changing)(
    '$name: nothing once the call is sealed, else one effect with its answer',
    async (tool) => {
      const input = await inputFor(tool);
      const sealed = await addCall(database.db, context.teamId, { sealed: true });
      const before = await fingerprint(database.db);
      const refused = await runTool(tool, input, { ...context, callId: sealed });
      expect(refused).toEqual({
        isError: true,
        content: [
          { type: 'text', text: 'This call was given up before it took effect. Nothing was changed.' },
        ],
      });
      expect(await fingerprint(database.db)).toEqual(before);

      const callId = await addCall(database.db, context.teamId);
      const { isError, structuredContent } = await runTool(tool, input, { ...context, callId });
      expect(isError).toBeUndefined();
      const row = { callId, teamId: context.teamId, result: structuredContent };
      expect(await effectsOf(callId)).toEqual([expect.objectContaining(row)]);
    },
  );

  test.each(destructive)('$name that is refused leaves no effect', async (tool) => {
    const fields = Object.keys(tool.input.shape);
    const nobody = Object.fromEntries(
      fields.map((field) => [field, field === 'before' ? '1900-01-01' : 'x_1']),
    );
    const callId = newId('call');
    const { isError } = await runTool(tool, nobody, { ...context, callId });
    expect(isError).toBe(true);
    expect(await effectsOf(callId)).toEqual([]);
  });
});
