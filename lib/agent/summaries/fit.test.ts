/**
 * How much of a chat the model reads: the newest messages that fit, a summary before them, and outcomes verbatim or not
 * at all.
 */
import type { UIMessage } from 'ai';
import { describe, expect, it } from 'vitest';
import { modelHistory } from '../history';
import { budgetOf, fitting } from './fit';
import { allButNewest, toSummarise } from './summarise';

const user = (id: string, text = id): UIMessage => ({ id, role: 'user', parts: [{ type: 'text', text }] });
const called = (id: string, answered: string): UIMessage['parts'][number] => ({
  type: 'dynamic-tool',
  toolCallId: id,
  toolName: 'look',
  state: 'output-available',
  input: {},
  output: { content: [{ type: 'text', text: answered }] },
  callProviderMetadata: { openai: { itemId: 'of the provider' } },
});
const answer = (id: string, text = id, ...calls: UIMessage['parts']): UIMessage => ({
  id,
  role: 'assistant',
  parts: [...calls, { type: 'text', text }],
});
const chat = (count: number, size = 1_000): UIMessage[] =>
  Array.from({ length: count }, (_, at) => [
    user(`u${at}`),
    answer(`a${at}`, 'x'.repeat(size), called(`c${at}`, `outcome ${at}`)),
  ]).flat();
const summary = { text: 'They spoke of it.\nTwice.', upTo: 'a1', outside: true };

describe('what fits', () => {
  it('is all of a short chat, and the newest of a long one, from a message of the person’s on', () => {
    expect(fitting(chat(3), 100_000)).toMatchObject({ recent: chat(3), isCut: false });
    const { recent, isCut } = fitting(chat(10), 3_000);
    expect([recent[0]?.role, recent.at(-1)?.id, isCut]).toEqual(['user', 'a9', true]);
    expect(recent.length).toBeLessThan(8);
  });

  it('is less where the model’s window is small, and never more than before', () => {
    expect(budgetOf(undefined)).toBe(400_000);
    expect(budgetOf(1_000_000)).toBe(400_000);
    expect(budgetOf(8_000)).toBe(18_000);
  });

  it('begins behind the summary, with what older calls have answered, whole or not at all', () => {
    const all = fitting(chat(4), 100_000, summary);
    expect(all.recent.map(({ id }) => id)).toEqual(['u2', 'a2', 'u3', 'a3']);
    expect(all.outcomes.map(({ toolCallId }) => toolCallId)).toEqual(['c0', 'c1']);
    const tight = fitting(chat(4), 900, summary);
    expect(tight.outcomes.map(({ toolCallId }) => toolCallId)).toEqual(['c1']);
    expect(fitting(chat(4), 100, summary).outcomes).toEqual([]);
  });

  it('has room for what was changed before what was read, and says what it has none for', async () => {
    const read = { ...called('list', 'x'.repeat(2_000)), toolMetadata: { risk: 'read-only' } };
    const all = [
      user('u0', 'Pay it'),
      {
        ...answer('a0'),
        parts: [{ ...called('pay', 'Paid: tx_99'), toolMetadata: { risk: 'destructive' } }],
      },
      user('u1', 'List all'),
      { ...answer('a1'), parts: [read] },
      user('u2', 'And now?'),
    ] as UIMessage[];
    const view = fitting(all, 4_000, { ...summary, upTo: 'a1' });
    expect(view.outcomes.map(({ toolCallId }) => toolCallId)).toEqual(['pay']);
    expect(view.without).toBe(1);
    const told = JSON.stringify(await modelHistory(all, { view, summary }));
    expect(told).toContain('tx_99');
    expect(told).toContain('Of 1 older calls what they answered has no room here');
  });

  it('is told to the model as data, with the mark, and outcomes word for word', async () => {
    const view = fitting(chat(4), 100_000, summary);
    const history = await modelHistory(chat(4), { view, summary });
    expect(history.map(({ role }) => role).slice(0, 4)).toEqual(['user', 'assistant', 'tool', 'user']);
    const told = JSON.stringify(history[0]);
    expect(told).toContain('> They spoke of it.\\n> Twice.');
    expect(told).toContain('Words from outside had come');
    expect(JSON.stringify(history.slice(1, 3))).toMatch(/outcome 0.*outcome 1/);
    expect(JSON.stringify(history.slice(1, 3))).not.toContain('of the provider');
  });

  it('has the summary before the person’s words where no older call answered anything', async () => {
    const plain = [user('u0'), answer('a0'), user('u1'), answer('a1'), user('u2')];
    const history = await modelHistory(plain, { view: fitting(plain, 100_000, summary), summary });
    expect(history).toHaveLength(1);
    expect(JSON.stringify(history[0])).toMatch(/> They spoke of it.*u2/);
  });
});

describe('what is summarised', () => {
  it('ends before a message of the person’s, and goes on where the last summary ended', () => {
    const first = toSummarise(chat(10), 4_000, undefined);
    expect(first?.said[0]?.id).toBe('u0');
    expect(first?.said.at(-1)?.role).toBe('assistant');
    const next = toSummarise(chat(10), 4_000, { ...summary, upTo: first?.said[1]?.id ?? '' });
    expect(next?.said[0]?.id).toBe('u1');
  });

  it('is all but two exchanges where a person asks, and nothing of less', () => {
    expect(allButNewest(chat(4), undefined)?.said.map(({ id }) => id)).toEqual(['u0', 'a0', 'u1', 'a1']);
    expect(allButNewest(chat(2), undefined)).toBeUndefined();
    expect(allButNewest(chat(4), summary)).toBeUndefined();
  });
});
