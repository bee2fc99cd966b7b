/** What a step is offered: permitted and wanted tools, in a stable order. */
import { describe, expect, it } from 'vitest';
import type { ConnectedTool } from '@/lib/tools/types';
import { memoryOf } from './memory';
import { searchTools } from './search-tools';
import { type SelectionInput, selectTools } from './select-tools';
import { randomTools, randomWords, seeded, tool } from './testing/sample-tools';
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

it('takes what connections offer', () => {
  const connected: readonly ConnectedTool[] = [];
  expect(selectTools({ tools: connected, message: 'Hello' }).tools).toEqual([]);
});

describe('a few tools', () => {
  it('are all offered, in the order of the list', () => {
    const few = tools.slice(0, 20);
    expect(offered({ tools: few, message: 'weather' })).toEqual(names(few));
  });

  it('are those that are left when the rules have been heard', () => {
    const filter = ({ server }: SelectableTool) => (server === 'pads' ? 'hidden' : undefined);
    expect(offered({ filter, message: 'x' })).toEqual(names(customers));
  });
});

describe('many tools', () => {
  it('are narrowed to those that the message is about, best first', () => {
    expect(offered({ message: 'What will the weather be like?' })[0]).toBe('sky__weather_forecast');
    expect(offered({ message: 'customers' }).length).toBeLessThanOrEqual(12);
    expect(offered({ message: 'Measure the viscosity', maxTools: 5 })).toHaveLength(5);
  });

  it('are found by a message in German', () => {
    const german = tool({ name: 'rechnungen_suchen', description: 'Findet Rechnungen eines Kunden.' });
    const all = [german, ...tools];
    const first = (message: string) => offered({ tools: all, message })[0];
    expect(first('Zeig mir bitte die letzte Rechnung')).toBe('desk__rechnungen_suchen');
    expect(first('Bitte liste die customers auf')).toBe('desk__customers_list');
  });

  it('are found by a message in German though they are described in English', () => {
    const first = (message: string) => offered({ message })[0];
    expect(offered({ message: 'Zeig mir alle Kunden' }).slice(0, 2)).toContain('desk__customers_list');
    expect(first('Wie wird das Wetter morgen?')).toBe('sky__weather_forecast');
    expect(first('Lösche den Kunden Meier')).toBe('desk__customers_delete');
  });

  it('have those that are always there, whatever they match', () => {
    const always = names(padding.slice(0, 2));
    expect(offered({ message: 'weather', alwaysActive: [...always, 'no_such_tool'] }).slice(0, 2)).toEqual(
      always,
    );
  });
});

describe('what may not be offered', () => {
  const hide = ({ name }: SelectableTool) => (name.startsWith('pad0') ? 'policy' : undefined);

  it('takes no place: the next ones come instead', () => {
    const filter = ({ name }: SelectableTool) => (/^pad[0-9]_/.test(name) ? 'policy' : undefined);
    const chosen = offered({ message: 'Measure viscosity', filter, maxTools: 10 });
    expect(chosen).toEqual(names(padding.slice(10, 20)));
  });

  it('is told with the rule', () => {
    const { leftOut } = selectTools({ tools, message: 'x', filter: hide, excludeDestructive: true });
    expect(leftOut.map(({ tool: { name }, rule }) => `${name}: ${rule}`)).toEqual([
      'customers_delete: excludeDestructive',
      'customers_update: excludeDestructive',
      'pad0_measure: policy',
    ]);
  });

  it.each(['alwaysActive', 'soFar', 'used', 'found'] as const)('is not let in by %s', (by) => {
    expect(offered({ message: 'viscosity', filter: hide, [by]: ['pads__pad0_measure'] })).not.toContain(
      'pads__pad0_measure',
    );
  });

  it('is destructive only where the message asks for what it does', () => {
    const chosen = (message: string) => offered({ message, excludeDestructive: true }).join();
    expect(chosen('Show the customers')).not.toMatch(/delete|update/);
    expect(chosen('Change the address of the customer')).toMatch(/customers_update/);
    expect(chosen('Change the address of the customer')).not.toMatch(/customers_delete/);
    expect(chosen('Bitte den customer löschen')).toMatch(/customers_delete/);
  });
});

describe('excludeDestructive', () => {
  const chosen = (message: string, more: SelectableTool[]) =>
    offered({ tools: [...tools, ...more], message, excludeDestructive: true });

  it('leaves in what nobody vouched for, unless its name says that it changes something', () => {
    const unknown = { server: 'disk', trusted: false, risk: 'destructive' as const };
    const disk = ['read_text_file', 'write_file', 'gizmo'].map((name) => tool({ ...unknown, name }));
    expect(chosen('Read the file notes.txt', disk)).toContain('disk__read_text_file');
    expect(chosen('What of the gizmo?', disk)).toContain('disk__gizmo');
    expect(chosen('Show the file notes.txt', disk)).not.toContain('disk__write_file');
    expect(chosen('Write a file notes.txt', disk)).toContain('disk__write_file');
  });

  it('lets in a tool by a verb that only its own name has', () => {
    const own = [
      tool({ name: 'invoice_void', risk: 'destructive' }),
      tool({ name: 'invoice_list' }),
      tool({ server: 'other', name: 'void_tool' }),
    ];
    expect(chosen('Void the invoice 7', own)).toContain('desk__invoice_void');
    expect(chosen('Show the invoice 7', own)).not.toContain('desk__invoice_void');
  });
});

describe('what a tool needs', () => {
  it('comes along, derived from its schema', () => {
    const { offers } = selectTools({ tools, message: 'create bills', maxTools: 4 });
    expect(offers.find(({ reason }) => reason === 'supplies')).toMatchObject({
      tool: { name: 'customers_list' },
      suppliesTo: 'desk__invoices_create',
    });
  });

  it('comes along with a tool that was called', () => {
    const soFar = ['pads__pad1_measure'];
    const chosen = offered({ message: 'x', soFar, used: ['desk__customers_delete'] });
    expect(chosen).toEqual([...soFar, 'desk__customers_delete', 'desk__customers_list']);
  });

  it('is never a tool that needs the same, that writes, or that may not be offered', () => {
    const filter = ({ name }: SelectableTool) => (name === 'customers_list' ? 'policy' : undefined);
    expect(offered({ message: 'create bills', filter }).join()).not.toMatch(/customers_get|customers_list/);
  });

  it('is told by use, too', () => {
    const confirmed = [{ tool: 'desk__invoices_create', supplier: 'sky__weather_forecast' }];
    const { offers } = selectTools({ tools, message: 'create bills', confirmed });
    expect(offers.find(({ suppliesTo }) => suppliesTo)?.tool.name).toBe('weather_forecast');
  });
});

describe('within a run', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])('the set only grows and keeps its order (seed %i)', (seed) => {
    const random = seeded(seed);
    const all = randomTools(random, 100);
    const some = () => names(all).filter(() => random() < 0.02);
    const message = randomWords(random, 8);
    let soFar: string[] = [];
    for (let step = 0; step < 6; step++) {
      const input = {
        tools: all,
        message,
        soFar,
        used: some(),
        found: some(),
        excludeDestructive: seed % 2 === 0,
      };
      const chosen = offered(input);
      expect(chosen.slice(0, soFar.length)).toEqual(soFar);
      expect(new Set(chosen).size).toBe(chosen.length);
      expect(offered(input)).toEqual(chosen);
      soFar = chosen;
    }
    expect(soFar.length).toBeLessThanOrEqual(64);
  });
});

describe('a message that says nothing', () => {
  it.each(['', 'x', ' \n\t', 'the of and', 'und die der', '???', '\u{1f600}', '\ud800'])('%j', (message) => {
    const { offers } = selectTools({ tools, message, alwaysActive: ['desk__customers_delete'] });
    expect(offers[0]).toMatchObject({ tool: { name: 'customers_delete' }, reason: 'always' });
    expect(offers.slice(1).map(({ reason }) => reason)).toEqual(offers.slice(1).map(() => 'overview'));
    expect(offers.slice(1).every(({ tool: { risk } }) => risk === 'read-only')).toBe(true);
    expect(offers.map(({ tool: { name } }) => name)).toContain('customers_list');
    expect(offers).toHaveLength(12);
  });
});

describe('the memory', () => {
  const remembered = [{ teamId: 'red', tool: 'pads__pad7_measure', message: 'How damp is the cellar?' }];

  it('finds a tool by what it was used for', () => {
    const memory = memoryOf('red', remembered);
    const { offers } = selectTools({
      tools,
      message: 'the damp cellar',
      memory,
      teamId: 'red',
      explain: true,
    });
    expect(offers[0]).toMatchObject({ tool: { name: 'pad7_measure' }, reason: 'matches' });
    expect(offers[0]?.parts?.memory).toBe(offers[0]?.score);
    expect(offered({ message: 'the damp cellar' })[0]).not.toBe('pads__pad7_measure');
  });

  it('takes nothing from a neighbour by the words that both are described with, however many it has', () => {
    const neighbours = [
      tool({ name: 'account_list', description: 'Lists the storage accounts of a subscription.' }),
      tool({ name: 'account_get', description: 'Shows one storage account of a subscription.' }),
    ];
    const said = (name: string, words: string) =>
      Array.from({ length: 10 }, (_, at) => ({ teamId: 'red', tool: name, message: `${words} ${at}` }));
    const memory = memoryOf('red', [
      ...said('desk__account_list', 'Show the storage accounts of subscription'),
      ...names(padding).flatMap((name) => said(name, `How damp is cellar ${name}`)),
    ]);
    const given = {
      tools: [...neighbours, ...padding],
      message: 'Get one storage account of a subscription',
    };
    expect(offered(given)[0]).toBe('desk__account_get');
    expect(offered({ ...given, memory, teamId: 'red' })[0]).toBe('desk__account_get');
  });

  it('lets in nothing that may not be offered', () => {
    const memory = memoryOf('red', remembered);
    const filter = ({ name }: SelectableTool) => (name === 'pad7_measure' ? 'policy' : undefined);
    expect(offered({ message: 'damp cellar', memory, teamId: 'red', filter })).not.toContain(
      'pads__pad7_measure',
    );
  });

  it('is never another team’s', () => {
    expect(() => memoryOf('blue', remembered)).toThrow('another team');
    const memory = memoryOf('red', remembered);
    expect(() => offered({ memory, teamId: 'blue' })).toThrow('another team');
    expect(() => offered({ memory })).toThrow('another team');
    expect(() => searchTools({ tools, query: 'x', memory, teamId: 'blue' })).toThrow('another team');
  });

  it('is bounded', () => {
    const many = Array.from({ length: 30 }, (_, at) => ({ teamId: 'red', tool: 'a', message: `word${at}` }));
    expect(memoryOf('red', many).postings.size).toBe(10);
    const long = [{ teamId: 'red', tool: 'a', message: 'beginning '.repeat(100_000) }];
    expect(memoryOf('red', long).postings.size).toBeLessThan(5);
  });
});

it('tells of a match what its score is made of', () => {
  const { offers } = selectTools({
    tools,
    message: 'Show the weather. And what customers need.',
    explain: true,
  });
  const matches = offers.filter(({ reason }) => reason === 'matches');
  expect(matches.length).toBeGreaterThan(1);
  for (const { score, parts } of matches) {
    expect(Object.values(parts ?? {}).reduce((sum, part) => sum + part, 0)).toBeCloseTo(score ?? 0, 5);
  }
});
