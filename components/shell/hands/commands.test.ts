import { defaultFilter } from 'cmdk';
import { expect, it } from 'vitest';
import { type Command, foundCommands } from './commands';

const command = (group: Command['group'], name: string, more: Partial<Command> = {}): Command => ({
  id: `${group} ${name}`,
  group,
  name,
  act: () => {},
  ...more,
});
const nearness = (text: string, typed: string, keywords: string[]) => defaultFilter(text, typed, keywords);
const names = (commands: Command[], typed: string) =>
  foundCommands(commands, typed, nearness).map(({ name, commands: found }) => [
    name,
    ...found.map((one) => one.name),
  ]);

const ALL = [
  command('pages', 'Approvals'),
  command('pages', 'Servers'),
  command('actions', 'Theme: dark'),
  command('chats', 'Overdue invoices'),
  command('tools', 'List invoices', { note: 'amber', keywords: ['invoice_list'] }),
];

it('offers pages, actions and chats before anything is typed, and no tools', () => {
  expect(names(ALL, '  ')).toEqual([
    ['pages', 'Approvals', 'Servers'],
    ['actions', 'Theme: dark'],
    ['chats', 'Overdue invoices'],
  ]);
});

it('finds by letters, by a tool’s id and by its server, and leaves out what does not fit', () => {
  expect(names(ALL, 'invo')).toEqual(
    expect.arrayContaining([
      ['chats', 'Overdue invoices'],
      ['tools', 'List invoices'],
    ]),
  );
  expect(names(ALL, 'invoice_l')).toEqual([['tools', 'List invoices']]);
  expect(names(ALL, 'amber').flat()).toContain('List invoices');
  expect(names(ALL, 'appr')[0]).toEqual(['pages', 'Approvals']);
  expect(names(ALL, 'xyzzy')).toEqual([]);
});

it('gives each group room for a choice, its best first', () => {
  const many = Array.from({ length: 50 }, (_, index) => command('chats', `Chat about number ${index}`));
  const [group] = foundCommands([...many, command('chats', 'number')], 'number', nearness);
  expect(group?.commands).toHaveLength(8);
  expect(group?.commands[0]?.name).toBe('number');
});
