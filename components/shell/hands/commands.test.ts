import { defaultFilter } from 'cmdk';
import { expect, it } from 'vitest';
import { type Command, foundCommands } from './commands';

const command = (group: Command['group'], name: string, more: Partial<Command> = {}): Command => ({
  ...{ id: `${group} ${name}`, group, name, act: () => {} },
  ...more,
});
const nearness = (text: string, typed: string, keywords: string[]) => defaultFilter(text, typed, keywords);
const names = (commands: Command[], typed: string) =>
  foundCommands(commands, typed, nearness).map(({ name, commands: found }) => [
    name,
    ...found.map((one) => one.name),
  ]);

const ALL = [
  command('Pages', 'Approvals'),
  command('Pages', 'Servers'),
  command('Actions', 'Theme: dark'),
  command('Chats', 'Overdue invoices'),
  command('Tools', 'List invoices', { note: 'amber', keywords: ['invoice_list'] }),
];

it('offers pages, actions and chats before anything is typed, and no tools', () => {
  expect(names(ALL, '  ')).toEqual([
    ['Pages', 'Approvals', 'Servers'],
    ['Actions', 'Theme: dark'],
    ['Chats', 'Overdue invoices'],
  ]);
});

it('finds by letters, by a tool’s id and by its server, and leaves out what does not fit', () => {
  expect(names(ALL, 'invo')).toEqual(
    expect.arrayContaining([
      ['Chats', 'Overdue invoices'],
      ['Tools', 'List invoices'],
    ]),
  );
  expect(names(ALL, 'invoice_l')).toEqual([['Tools', 'List invoices']]);
  expect(names(ALL, 'amber').flat()).toContain('List invoices');
  expect(names(ALL, 'appr')[0]).toEqual(['Pages', 'Approvals']);
  expect(names(ALL, 'xyzzy')).toEqual([]);
});

it('gives each group room for a choice, its best first', () => {
  const many = Array.from({ length: 50 }, (_, index) => command('Chats', `Chat about number ${index}`));
  const [group] = foundCommands([...many, command('Chats', 'number')], 'number', nearness);
  expect(group?.commands).toHaveLength(8);
  expect(group?.commands[0]?.name).toBe('number');
});
