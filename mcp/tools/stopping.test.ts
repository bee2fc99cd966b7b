/** A call whose caller goes before the commit leaves nothing, wherever it is stopped. */
import { expect } from 'vitest';
import { fingerprint } from '@/db/testing/fingerprint';
import type { ToolDefinition } from '../define-tool';
import { demoCases } from '../testing/demo-cases';
import { stopEverywhere } from '../testing/stopping';
import { test } from '../testing/test';
import { tools } from './index';

const changing = tools.filter((tool) => !tool.annotations.readOnlyHint);

test.for(changing)('$name', async (tool: ToolDefinition, { demo }) => {
  const input = tool.input.parse(await demoCases[tool.name]?.(demo));
  const before = await fingerprint(demo.db);
  const stops = await stopEverywhere(
    ({ signal }) => tool.run(input, { ...demo, signal }),
    async () => expect(await fingerprint(demo.db)).toEqual(before),
  );
  // At entry, before at least one query, and right before the commit.
  expect(stops).toBeGreaterThanOrEqual(3);
  expect(await fingerprint(demo.db)).not.toEqual(before);
});
