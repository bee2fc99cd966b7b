/** Our own tools, as sent to any provider. */
import { expect, it } from 'vitest';
import { z } from 'zod';
import { brokenBy } from '@/e2e/servers/refusals/refusals';
import { tools } from '@/mcp/tools/index';
import { modelSchema } from './model-schema';

it.each(tools.map((tool) => [tool.name, tool] as const))('%s is refused by none', (name, tool) => {
  const parameters = modelSchema(z.toJSONSchema(tool.input, { io: 'input' }));
  const broken = brokenBy({ name, description: tool.description, parameters });
  expect(broken.filter(({ rule }) => rule.unmet === undefined).map(({ message }) => message)).toEqual([]);
});
