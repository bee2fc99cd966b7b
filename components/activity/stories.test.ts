import { expect, it } from 'vitest';
import type { ReceiptBody, ReceiptView } from '@/lib/receipts/receipt-view';
import { aboutStory, outcomeOf, ranBy, storiesOf, whoDid } from './stories';

const receipt = (
  id: number,
  kind: string,
  body: ReceiptBody = {},
  personName: string | null = null,
): ReceiptView => ({
  id,
  seq: id,
  at: '',
  hash: '',
  kind,
  body,
  personName,
  forName: null,
  chatTitle: null,
  toolTitle: null,
  card: null,
});
const ids = (receipts: ReceiptView[], others: ReceiptView[] = []) =>
  storiesOf(receipts, others).map((story) => story.map(({ id }) => id));

const A = { run: 'r', toolCall: 'a' };
const B = { run: 'r', toolCall: 'b' };

it('puts what became of one call together, where its newest receipt stands', () => {
  const told = [
    receipt(9, 'answered', A),
    receipt(8, 'signed in'),
    receipt(7, 'answered', B),
    receipt(6, 'claimed', A),
    receipt(5, 'signed in'),
    receipt(4, 'asked', A),
    receipt(3, 'asked', B),
    receipt(2, 'asked', { ...A, run: 'another' }),
  ];
  expect(ids(told)).toEqual([[9, 6, 4], [8], [7, 3], [5], [2]]);
  expect(ids(told).flat().sort()).toEqual([2, 3, 4, 5, 6, 7, 8, 9]);
});

it('moves no story because somebody looked at its card', () => {
  const told = [receipt(5, 'shown', A), receipt(4, 'answered', B), receipt(3, 'asked', A)];
  expect(ids(told)).toEqual([[4], [5, 3]]);
});

it('lets a later page join the stories that are shown', () => {
  const first = [receipt(4, 'answered', A), receipt(3, 'signed in')];
  expect(ids([...first, receipt(2, 'asked', A)])).toEqual([[4, 2], [3]]);
});

it('tells how it ended and who confirmed, each once', () => {
  const [story] = storiesOf([
    receipt(5, 'shown', A, 'Ada'),
    receipt(4, 'decided', A, 'Cem'),
    receipt(3, 'decided', A, 'Ada'),
    receipt(2, 'decided', A, 'Ada'),
    receipt(1, 'asked', A, 'Noor'),
  ]);
  if (!story) throw new Error('There is none.');
  expect(outcomeOf(story).id).toBe(4);
  expect(whoDid(story, 'decided')).toEqual(['Ada', 'Cem']);
  expect(whoDid(story, 'cancelled')).toEqual([]);
});

it('tells by what a call ran that nobody was asked about, and of a grant that it was one', () => {
  const ranByOf = (claimed: ReceiptBody) =>
    storiesOf([receipt(2, 'answered', A), receipt(1, 'claimed', { ...A, ...claimed })]).map(ranBy);
  expect(ranByOf({ rule: 'yolo' })).toEqual(['yolo']);
  expect(ranByOf({ grant: 'g' })).toEqual(['grant']);
  expect(ranByOf({})).toEqual([undefined]);
});

it('tells a call to its end by whatever moment of it the filter asks, and each receipt once', () => {
  const others = [receipt(9, 'answered', A), receipt(6, 'claimed', A), receipt(4, 'asked', A)];
  expect(ids([receipt(5, 'decided', A)], others)).toEqual([[9, 6, 5, 4]]);
  // A later page contains what belongs to calls of an earlier one.
  expect(ids([receipt(5, 'decided', A), receipt(4, 'asked', A)], [...others, ...others])).toEqual([
    [9, 6, 5, 4],
  ]);
  expect(ids([receipt(5, 'decided', A)], [receipt(8, 'answered', B)])).toEqual([[5]]);
});

it('says what its call was about as the card did, whichever of its receipts names the card', () => {
  const card = { server: 's', trusted: true, input: { contact: 'c1' } };
  const preview = { lines: [{ label: 'Contact', value: 'Halden Optics' }] };
  const told = [
    receipt(4, 'answered', A),
    { ...receipt(3, 'asked', A), card: { ...card, preview } },
    { ...receipt(2, 'asked', B), card: { ...card, preview: null } },
    receipt(1, 'signed in'),
  ];
  expect(storiesOf(told).map(aboutStory)).toEqual(['Halden Optics', 'contact c1', '']);
});

it('says of a call that asked nobody what was said of it, and of one whose card is on a later page what the card said', () => {
  const kept = { server: 'amber', trusted: true, preview: null, input: { customerId: 'c1' } };
  const said = { ...receipt(9, 'answered', B), card: { ...kept, said: 'Deleted Imogen Finch.' } };
  expect(storiesOf([said]).map(aboutStory)).toEqual(['Deleted Imogen Finch.']);
  const newest = { ...receipt(4, 'answered', A), card: kept };
  expect(storiesOf([newest]).map(aboutStory)).toEqual(['customerId c1']);
  const preview = { lines: [{ label: 'Customer', value: 'Imogen Finch' }] };
  const asked = { ...receipt(3, 'asked', { ...A, approval: 'p' }), card: { ...kept, preview, input: null } };
  expect(storiesOf([newest, asked]).map(aboutStory)).toEqual(['Imogen Finch']);
});

it('tells how a call ended also where its record was read afterwards, and moves nothing for that', () => {
  const told = [receipt(4, 'read after', A), receipt(3, 'answered', B), receipt(2, 'answered', A)];
  expect(ids(told)).toEqual([[3], [4, 2]]);
  expect(storiesOf(told).map((story) => outcomeOf(story).id)).toEqual([3, 2]);
});
