/** The name of the plan's tool wherever people read it. */
import { expect, it } from 'vitest';
import { ownTitle } from '@/mcp/catalogue/own-titles';
import { PLAN_TOOL } from './plan-tool';

it('has its title in the record, the inbox and the figures as it has on its card', () => {
  expect(ownTitle(PLAN_TOOL.server, PLAN_TOOL.name)).toBe(PLAN_TOOL.title);
});
