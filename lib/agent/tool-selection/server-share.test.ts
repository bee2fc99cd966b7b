/** No server's tools push those of others out of a step. */
import { describe, expect, it } from 'vitest';
import { searchTools } from './search-tools';
import { type SelectionInput, selectTools } from './select-tools';
import { tool } from './testing/sample-tools';
import type { SelectableTool } from './types';

const names = (tools: readonly SelectableTool[]) => tools.map(({ modelName }) => modelName);

/** Tools of a separate server that match none of the tests' requests. */
const padding = Array.from({ length: 40 }, (_, at) =>
  tool({ server: 'pads', name: `pad${at}_measure`, description: 'Gauges viscosity.' }),
);

const customers = [
  tool({ name: 'customers_list', description: 'All customers.' }),
  tool({ name: 'customers_get', description: 'One customer.', required: ['customerId'] }),
  tool({ name: 'customers_delete', risk: 'destructive', required: ['customerId'] }),
  tool({ name: 'customers_update', risk: 'destructive', required: ['customerId', 'address'] }),
  tool({ name: 'invoices_create', description: 'Bills.', risk: 'write', required: ['customerId', 'sum'] }),
  tool({ name: 'weather_forecast', server: 'sky', description: 'The weather of the coming days.' }),
];
const tools = [...customers, ...padding];

function offered(given: Partial<SelectionInput<SelectableTool>>): string[] {
  return names(selectTools({ tools, message: '', ...given }).tools);
}

describe('one server', () => {
  const greedy = Array.from({ length: 100 }, (_, at) =>
    tool({
      server: 'greedy',
      name: `weather_customers_forecast_${at}`,
      description: 'weather forecast customers ',
    }),
  );

  it('gets half of the places at the most, however it is described', () => {
    const chosen = selectTools({ tools: [...greedy, ...customers], message: 'weather forecast' }).tools;
    expect(chosen.filter(({ server }) => server === 'greedy')).toHaveLength(6);
    expect(names(chosen)).toContain('sky__weather_forecast');
  });

  it('gets all of them when only that one matches', () => {
    expect(offered({ message: 'Measure the viscosity' })).toHaveLength(12);
  });

  it('has one share with all others that nobody vouched for', () => {
    const stuffed = greedy.map((one, at) => ({ ...one, server: `greedy${at % 3}`, trusted: false }));
    const chosen = selectTools({
      tools: [...stuffed, ...customers],
      message: 'weather forecast customers',
    }).tools;
    expect(chosen.filter(({ trusted }) => !trusted)).toHaveLength(6);
    expect(names(chosen)).toContain('sky__weather_forecast');
    const alone = selectTools({ tools: [...stuffed, ...padding], message: 'weather forecast' }).tools;
    expect(alone.filter(({ trusted }) => !trusted)).toHaveLength(12);
  });

  it('shares what is free when places are taken already, and brings no companions unless vouched for', () => {
    const own = ['refund_create', 'refund_list', 'payment_list'].map((name) => tool({ name }));
    const ids = ['account', 'region', 'unit'].map((name) => tool({ server: 'evil', name: `${name}_list` }));
    const required = ['accountId', 'regionId', 'unitId'];
    const evil = Array.from({ length: 12 }, (_, at) =>
      tool({ server: 'evil', name: `refund_payment_please_${at}`, trusted: false, required }),
    );
    const used = names(padding.slice(0, 4));
    const given = {
      tools: [...own, ...padding, ...ids, ...evil],
      message: 'Please refund the payment',
      used,
    };
    expect(offered(given)).toEqual(expect.arrayContaining(names(own)));
    expect(selectTools(given).offers.filter(({ suppliesTo }) => suppliesTo)).toEqual([]);
  });

  it('has its share in a search, too', () => {
    const hits = searchTools({ tools: [...greedy, ...customers], query: 'weather forecast', limit: 4 });
    expect(hits.filter(({ tool: { server } }) => server === 'greedy')).toHaveLength(2);
    expect(hits.map(({ tool: { name } }) => name)).toContain('weather_forecast');
  });
});
