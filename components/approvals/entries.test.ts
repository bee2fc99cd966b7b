/** An entry that is shown keeps its place: when it is decided, replaced, or joined by others. */
import { expect, it } from 'vitest';
import { sampleApproval } from '@/components/tool-call/testing/sample-approval';
import type { ApprovalInContext } from '@/lib/inbox/inbox-view';
import { isForReader, merge, missing, waits } from './entries';
import { addressOf, queryOf, searchAt, searchOf } from './inbox-search';

/** A card of a call, which is identified by the first letter of the card's id. */
function card(id: string, changes: Partial<ApprovalInContext> = {}, outcome: string | null = null) {
  const context = { title: 'A chat', mode: 'default', asked: null, answered: null, outcome } as const;
  return { ...sampleApproval({ id, toolCallId: id.charAt(0) }), context, ...changes };
}

const listed = (...cards: ApprovalInContext[]) => merge([], cards, new Map());
const told = (...cards: ApprovalInContext[]) => new Map(cards.map((one) => [one.id, one]));

it('keeps what was decided in its place, and adds what is new at the end', () => {
  const shown = listed(card('a'), card('b'));
  const page = [card('b'), card('c')];
  expect(missing(shown, page)).toEqual(['a']);
  const decided = card('a', { status: 'confirmed' }, 'dispatched');
  const now = merge(shown, page, told(decided));
  expect(now.map(({ approval }) => approval.id)).toEqual(['a', 'b', 'c']);
  expect(now.map(waits)).toEqual([false, true, true]);
});

it('tells what waits for the reader from what others decide, as the side bar counts it', () => {
  const [own, others, forbidden] = listed(
    card('a', { mayDecide: true, mayCancel: true }),
    card('b', { mayDecide: false, mayCancel: true }),
    card('c', { mayDecide: false, mayCancel: true, denied: true }),
  ).map(isForReader);
  expect([own, others, forbidden]).toEqual([true, false, true]);
});

it('follows a confirmed call to its end, and asks no more of what is settled', () => {
  const runs = listed(card('a', { status: 'confirmed' }, 'dispatched'), card('b', { status: 'cancelled' }));
  expect(missing(runs, [])).toEqual(['a']);
  const over = merge(runs, [], told(card('a', { status: 'confirmed' }, 'success')));
  expect(missing(over, [])).toEqual([]);
});

it('puts a card that takes another’s place where that stood', () => {
  const now = merge(listed(card('a1'), card('b')), [card('b'), card('a2')], new Map());
  expect(now.map(({ approval }) => approval.id)).toEqual(['a2', 'b']);
});

it('marks what cannot be seen any more, and keeps what nothing is known of', () => {
  const shown = listed(card('a'), card('b'));
  const now = merge(shown, [], new Map([['a', null]]));
  expect(now.map(({ approval, isGone }) => [approval.id, isGone])).toEqual([
    ['a', true],
    ['b', false],
  ]);
  expect(missing(now, [])).toEqual(['b']);
  expect(now.map(waits)).toEqual([false, true]);
});

it('is kept in the address', () => {
  const search = searchOf({ tab: 'decided', tool: 'a&b', person: ['x', 'y'], server: '', other: '1' });
  expect(search).toEqual({ tab: 'decided', tool: 'a&b' });
  expect(addressOf(search)).toBe('/approvals?tab=decided&tool=a%26b');
  expect(searchAt(addressOf(search))).toEqual(search);
  expect(searchAt('/chat/approvals')).toBeNull();
  expect(addressOf({ tab: 'waiting' })).toBe('/approvals');
  expect(queryOf(search, { limit: 20 })).toBe('context=1&tool=a%26b&status=decided&order=decided&limit=20');
});
