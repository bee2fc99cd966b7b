/** The reader program's output for a file of chats that was made to overload its receiver. */
import { expect, it } from 'vitest';
import { readExport } from './read-chats';
import type { ExportedLine } from './reader/exported-chat';
import type { Patience } from './run-reader';

async function linesIn(chats: object[], patience: Partial<Patience> = {}): Promise<ExportedLine[]> {
  const lines: ExportedLine[] = [];
  const bytes = Buffer.from(JSON.stringify(chats));
  for await (const line of readExport('anna', bytes, patience)) lines.push(line);
  return lines;
}

const said = (text: string) => ({ chat_messages: [{ sender: 'human', text }] });

it('is no longer for a name without end', async () => {
  const endless = '\u0007'.repeat(2_000_000);
  const mapping = { a: { message: { author: { role: 'user' }, content: { content_type: 'text' } } } };
  const lines = await linesIn([
    { uuid: endless, name: endless, ...said('Hello') },
    { conversation_id: endless, id: endless, title: endless, mapping },
    { title: endless },
  ]);
  expect(lines).toHaveLength(3);
  for (const line of lines) expect(JSON.stringify(line).length).toBeLessThan(13_000);
});

it.each([2_000, 100_000])('is whole lines, and none longer than %i bytes', async (line) => {
  const lines = await linesIn(
    [
      { uuid: 'short', ...said('Hi') },
      { uuid: 'long', ...said('\u0007'.repeat(50_000)) },
    ],
    { line },
  );
  const problem = expect.stringContaining('takes too much memory');
  expect(lines).toMatchObject([{ origin: 'short' }, { problem }]);
});
