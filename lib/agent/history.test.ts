import type { UIMessage } from 'ai';
import { expect, it } from 'vitest';
import { modelHistory } from './history';

it('what servers asked people neither reaches the model nor pushes older messages out', async () => {
  const said = (id: string, role: UIMessage['role'], ...parts: UIMessage['parts']): UIMessage => ({
    id,
    role,
    parts,
  });
  const words = (text: string) => ({ type: 'text' as const, text });
  const form = { type: 'data-elicitation' as const, data: { message: 'x'.repeat(500_000) } };
  const messages = [
    said('1', 'user', words('the first')),
    said('2', 'assistant', words('yes'), form),
    said('3', 'user', words('the second')),
    said('4', 'assistant', words('well'), form),
    said('5', 'user', words('the third')),
  ];
  const history = JSON.stringify(await modelHistory(messages));
  expect(history).toContain('the first');
  expect(history).not.toContain('xxx');
});
