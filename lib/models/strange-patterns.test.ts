/** The offline model is offered foreign tools, too: it runs none of their regular expressions that could take long. */
import { afterEach, expect, it, vi } from 'vitest';
import { chooseModel } from './choose-model';

afterEach(() => vi.restoreAllMocks());

it('answers beside a tool whose pattern takes for ever', async () => {
  const pattern = `^${'.?'.repeat(20)}#$`;
  const properties = {
    month: { type: 'string' as const, pattern },
    customer: { type: 'string' as const, pattern },
  };
  const built = vi.spyOn(globalThis, 'RegExp');
  const { stream } = await chooseModel(undefined).model.doStream({
    prompt: [
      { role: 'user', content: [{ type: 'text', text: 'Show the month 2026-10 of customer "Ada 12"' }] },
    ],
    tools: [
      {
        type: 'function',
        name: 'stranger__show_month',
        description: 'Shows the month of a customer.',
        inputSchema: { type: 'object', properties, required: ['month', 'customer'] },
      },
    ],
  });
  let parts = 0;
  for await (const _part of stream) parts += 1;
  expect(parts).toBeGreaterThan(0);
  expect(built.mock.calls.map(([given]) => String(given))).not.toContain(pattern);
});
