// @vitest-environment happy-dom
/** The list of alike calls shows the same about a call as its own card; a card with more to show is in no list. */
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ApprovalView } from '@/lib/approvals/approval-view';
import { sampleApproval } from '../testing/sample-approval';
import { bringIntoView, pass, useScreen, view } from '../testing/screen';
import { AlikeBar } from './alike-bar';
import { alikeGroups } from './alike-groups';
import * as tables from './alike-table';

beforeEach(useScreen);
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const call = (id: string, more: Partial<ApprovalView> = {}) =>
  sampleApproval({ id, shown: id.padEnd(64, '0'), input: { customerId: id }, preview: null, ...more });
const listed = (approvals: ApprovalView[]) =>
  alikeGroups(approvals, () => 'default').map((group) => group.approvals.map(({ id }) => id));

/** What the list shows about calls that are all like this one. */
async function saidOf(changes: Partial<ApprovalView>) {
  vi.stubGlobal('fetch', async () => new Response(null, { status: 204 }));
  const [group] = alikeGroups([call('a', changes), call('b', changes)], () => 'default');
  render(<AlikeBar group={group ?? { key: 'none', approvals: [] }} />);
  fireEvent.click(screen.getByRole('button', { name: 'Look at them together' }));
  await pass(600);
  return screen.getByTestId('alike-list').textContent ?? '';
}

describe('a card that says more than what its call is', () => {
  const alone: [what: string, changes: Partial<ApprovalView>][] = [
    ['ran in another version', { rule: 'repeated' }],
    ['asks for words from outside', { rule: 'outside' }],
    ['has arguments of another person', { edited: { by: { id: 'u9', name: 'Eve' }, before: {} } }],
    ['came from another client', { through: { client: 'CLI', token: 'ci', away: true } }],
    ['has changed since', { changed: ['reason'] }],
    ['shows something else than before', { was: [{ label: 'Customer', value: 'Old Name Ltd' }] }],
  ];
  it.each(alone)('is in no list: it %s', (_, changes) => {
    expect(listed([call('a', changes), call('b'), call('c')])).toEqual([['b', 'c']]);
    expect(listed([call('a', changes), call('b', changes)])).toEqual([]);
  });
});

describe('what a list says once', () => {
  it('is whose tool it is, what it does, why it asks, who asked, and that it is held', async () => {
    const said = await saidOf({ server: 'crm-production', reason: 'The team asks.', holdSeconds: 30 });
    for (const words of [
      'crm-production, trusted',
      'This action is irreversible. Deletes the customer with its orders and drafts.',
      'Destructive',
      'No preview',
      'The team asks.',
      'Once confirmed it runs after 30 s, unless somebody takes it back.',
      'Asked by Noor Haddad',
    ]) {
      expect.soft(said).toContain(words);
    }
  });

  it('says of a write all that its server says of it', async () => {
    const description = 'Adds a customer, and mails everybody of the team.';
    expect(await saidOf({ server: 'crm', risk: 'write', description })).toContain(description);
  });

  it('says whether the lines are what goes, or the record as it stands', async () => {
    const lines = [{ label: 'Contact', value: 'Ada' }];
    expect(await saidOf({ preview: { lines } })).toContain('What is affected');
    cleanup();
    expect(await saidOf({ preview: { lines, record: 'contact_get' } })).toContain('as it is now');
    const [plain, record] = [{ preview: { lines } }, { preview: { lines, record: 'contact_get' } }];
    expect(listed([call('a', plain), call('b', record)])).toEqual([]);
  });

  it('says that a preview names nothing', async () => {
    expect(await saidOf({ preview: { lines: [] } })).toContain('Nothing that is there now.');
  });

  const otherwise: Partial<ApprovalView>[] = [
    { reason: 'The team asks.' },
    { holdSeconds: 30 },
    { risk: 'write' },
    { title: 'Remove customer' },
    { description: 'Something else.' },
    { reversible: true },
    { requirement: 'ask_admin' },
    { annotations: { ...sampleApproval().annotations, openWorldHint: true } },
    { preview: { lines: [] } },
  ];
  it.each(otherwise)('is the same in all of it: %o', (changes) => {
    const cards = [call('a', changes), call('b'), call('c', changes), call('d')];
    expect(listed(cards)).toEqual([
      ['a', 'c'],
      ['b', 'd'],
    ]);
  });
});

describe('a list of much', () => {
  const wide = (id: string, fields: number) =>
    call(id, {
      input: Object.fromEntries(Array.from({ length: fields }, (_, nth) => [`${id}_${nth}`, nth])),
    });

  it('ends where it is more than one looks through; the others are cards', () => {
    const many = Array.from({ length: 100 }, (_, nth) => wide(`c${nth}`, 600));
    expect(listed(many)).toEqual([['c0', 'c1', 'c2']]);
    expect(listed([wide('a', 10), wide('huge', 2001), wide('b', 10)])).toEqual([['a', 'b']]);
  });

  it('is made once, however much of it comes into view', async () => {
    const made = vi.spyOn(tables, 'alikeTable');
    view.holds = false;
    await saidOf({});
    act(bringIntoView);
    await pass(600);
    expect(screen.getByRole('button', { name: 'Confirm the 2 shown' })).toHaveProperty('disabled', false);
    expect(made).toHaveBeenCalledTimes(1);
  });
});
