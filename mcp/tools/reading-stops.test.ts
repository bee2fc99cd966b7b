/** A read tool checks whether its caller is still there at entry and before each query. */
import { expect } from 'vitest';
import { runTool } from '../result';
import { demoCases } from '../testing/demo-cases';
import { stopEverywhere } from '../testing/stopping';
import { test } from '../testing/test';
import { tools } from './index';

/** The number of queries of each in its case. */
const QUERIES: Record<string, number> = {
  customers_list: 1,
  customers_get: 3,
  orders_list: 1,
  orders_get: 1,
  invoices_list: 1,
  invoices_get: 2,
  transactions_list: 1,
  transactions_search: 1,
  bank_accounts_list: 1,
  bank_accounts_balances: 1,
  categories_list: 1,
  team_members_list: 1,
  calculate_tax: 0,
  forecast_spending: 2,
};

const reading = tools.filter((tool) => tool.annotations.readOnlyHint && !tool.companion && !tool.available);

test.for(reading)('$name', async (tool, { demo }) => {
  const input = await demoCases[tool.name]?.(demo);
  const stops = await stopEverywhere(
    async (context) => {
      const { isError, content } = await runTool(tool, input, { ...demo, ...context });
      if (isError) throw new Error(JSON.stringify(content));
    },
    async () => {},
  );
  expect(stops).toBe(1 + (QUERIES[tool.name] ?? Number.NaN));
});
