/** The record as people look for it: everything that became of one call is one story, not a line each. Pure. */
import { aboutWords } from '@/components/approvals/row-words';
import { visibleString } from '@/components/shown/visible-text';
import { ownMessage } from '@/components/words/own-words';
import type { ReceiptView } from '@/lib/receipts/receipt-view';

const LOOKS = ['shown', 'read after'];

/** Newest first, and never empty. A receipt that is of no call stands alone. */
export type Story = [ReceiptView, ...ReceiptView[]];

/**
 * A story is placed by its last outcome: somebody merely looking at a card does not move it. Its older receipts may be
 * on later pages; they join it when those are shown.
 * @param receipts newest first
 * @param others further receipts of the same calls: a story is told to its end, even if a filter asks for only one
 *   moment of it
 */
export function storiesOf(receipts: readonly ReceiptView[], others: readonly ReceiptView[] = []): Story[] {
  const stories: Story[] = [];
  const ofCall = new Map<string, Story>();
  for (const receipt of receipts) {
    const call = callOf(receipt);
    const known = call === null ? undefined : ofCall.get(call);
    if (known) {
      known.push(receipt);
      continue;
    }
    const story: Story = [receipt];
    stories.push(story);
    if (call !== null) ofCall.set(call, story);
  }
  const told = new Set(receipts.map(({ id }) => id));
  for (const other of others) {
    const story = ofCall.get(callOf(other) ?? '');
    if (story && !told.has(other.id)) story.push(other);
    told.add(other.id);
  }
  for (const story of stories) story.sort((a, b) => b.id - a.id);
  return stories.sort((a, b) => outcomeOf(b).id - outcomeOf(a).id);
}

function callOf({ body: { run, toolCall } }: ReceiptView): string | null {
  return run !== undefined && toolCall !== undefined ? `${run} ${toolCall}` : null;
}

/** What tells how a story ended, as far as it has: that somebody only looked at a card, or at a record afterwards, is not that. */
export function outcomeOf(story: Story): ReceiptView {
  return story.find(({ kind }) => !LOOKS.includes(kind)) ?? story[0];
}

/** Names of those who did this in a story, each once, in the order in which they did. */
export function whoDid(story: Story, kind: 'decided' | 'cancelled'): string[] {
  const names = story.flatMap((one) =>
    one.kind === kind && one.personName !== null ? [one.personName] : [],
  );
  return [...new Set(names.reverse())];
}

/** The rule by which its call ran although nobody was asked about it; unknown of calls that ran before that was kept. */
export function ranBy(story: Story): string | undefined {
  const claimed = story.find(({ kind }) => kind === 'claimed')?.body;
  return claimed?.grant === undefined ? claimed?.rule : 'grant';
}

/**
 * What its call was about, in the words of its card; of one that asked nobody, in our own tool's words or by its
 * arguments. Empty: nothing is kept. An edited card's words are those of the edit.
 */
export function aboutStory(story: Story): string {
  const told = story.filter((one) => one.card !== null);
  // A page may know only the arguments of a call whose card is named on a later page.
  const card = (told.find(({ body }) => body.approval !== undefined) ?? told[0])?.card;
  if (!card) return '';
  return card.said === undefined ? aboutWords(card) : visibleString(ownMessage(card, card.said));
}
