/** A call whose caller disconnects before the commit leaves nothing behind, wherever it is stopped. */
import { expect } from 'vitest';
import { newId } from '@/db/ids';
import { fingerprint } from '@/db/testing/fingerprint';
import type { CallContext } from '../context';
import type { ToolDefinition } from '../define-tool';
import { demoCases } from '../testing/demo-cases';
import { stopEverywhere } from '../testing/stopping';
import { test } from '../testing/test';
import { tools } from './index';
import { orderCancel } from './orders/order-cancel';
import { takeBack } from './taking-back/take-back';

const changing = tools.filter((tool) => !tool.annotations.readOnlyHint);

/** For undoing, another call of a tool that supports it. */
async function inputFor(tool: ToolDefinition, demo: CallContext): Promise<unknown> {
  if (tool !== takeBack) return demoCases[tool.name]?.(demo);
  const callId = newId('call');
  await orderCancel.run(orderCancel.input.parse(await demoCases.order_cancel?.(demo)), { ...demo, callId });
  return { callId };
}

test.for(changing)('$name', async (tool: ToolDefinition, { demo }) => {
  const input = tool.input.parse(await inputFor(tool, demo));
  const before = await fingerprint(demo.db);
  const stops = await stopEverywhere(
    ({ signal }) => tool.run(input, { ...demo, signal, callId: newId('call') }),
    async () => expect(await fingerprint(demo.db)).toEqual(before),
  );
  // At entry, before at least one query, and right before the commit.
  expect(stops).toBeGreaterThanOrEqual(3);
  expect(await fingerprint(demo.db)).not.toEqual(before);
});
