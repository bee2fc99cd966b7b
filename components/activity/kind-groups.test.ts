/** Every kind of receipt is offered once, under a theme, sorted in the reader's language. */
import { afterEach, expect, it } from 'vitest';
import { messagesOf } from '@/components/words/catalogue';
import { speak } from '@/components/words/say';
import { SOUGHT_KINDS } from '@/lib/receipts/receipt-view';
import { kindGroups } from './kind-groups';

afterEach(() => speak({ locale: 'en', messages: messagesOf('en') }));

it.each(['en', 'de'] as const)('%s', (locale) => {
  speak({ locale, messages: messagesOf(locale) });
  const groups = kindGroups();
  const offered = groups.flatMap(({ choices }) => choices.map(([kind]) => kind));
  expect(offered.toSorted()).toEqual([...SOUGHT_KINDS].sort());
  expect(new Set(groups.map(({ words }) => words)).size).toBe(groups.length);
  for (const { words, choices } of groups) {
    const said = choices.map(([, said]) => said);
    expect(said.length, words).toBeLessThan(16);
    expect(said).toEqual(said.toSorted((one, other) => one.localeCompare(other, locale)));
  }
});
