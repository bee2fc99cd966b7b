/** A call whose arguments a person changed on the card is the answer to what was asked, and is told as it ran. */
import type { LanguageModelV4Prompt, LanguageModelV4ToolResultOutput } from '@ai-sdk/provider';
import { expect, it } from 'vitest';
import { LOOKED } from '@/lib/approvals/ledger-parts';
import { editNote, readEditNote } from '../edit-note';
import { plan } from './plan';
import { asFunctions, type FakeTool, params } from './testing/fake-tools';
import { TODAY } from './testing/talk';

const archive: FakeTool = {
  name: 'records_archive',
  description: 'Archives records that are older than a day.',
  risk: 'destructive',
  inputSchema: params({ 'before!': { type: 'string', format: 'date', description: 'The day.' } }),
  run: () => ({}),
};

const note = editNote({ by: 'Imogen "Finch"', before: '{"before":"2025-01-01"}' });

function after(output: LanguageModelV4ToolResultOutput, before = '2023-01-01') {
  const call = { toolCallId: 'c', toolName: archive.name };
  const prompt: LanguageModelV4Prompt = [
    { role: 'user', content: [{ type: 'text', text: 'Archive records older than 2025-01-01' }] },
    { role: 'assistant', content: [{ type: 'tool-call', ...call, input: { before } }] },
    { role: 'tool', content: [{ type: 'tool-result', ...call, output }] },
  ];
  return plan({ prompt, tools: asFunctions([archive]) }, TODAY);
}

it('is not called again, and what ran is told, with who changed it', () => {
  const move = after({ type: 'text', value: `${note}\n{"archived":12}` });
  expect(move.calls).toEqual([]);
  expect(move.say).toContain(
    'Imogen "Finch" changed this on the card before it ran: before 1 Jan 2023 instead of 1 Jan 2025.',
  );
  expect(move.say).toContain('Done: archived');
  expect(move.say).toContain('12');
});

it('is not called again when it failed either', () => {
  const move = after({ type: 'error-text', value: `${note}\nThe disk is full.` });
  expect(move.calls).toEqual([]);
  expect(move.say).toContain('The disk is full.');
  expect(move.say).not.toContain('You had given');
});

it('is called when nothing says that it stands for what was asked', () => {
  expect(after({ type: 'text', value: '{"archived":12}' }).calls).toEqual([
    { tool: archive.name, input: { before: '2025-01-01' } },
  ]);
});

it('does not make nothing of what ran when another call of the same tool is cancelled', () => {
  const called = (toolCallId: string, before: string, output: LanguageModelV4ToolResultOutput) => {
    const call = { toolCallId, toolName: archive.name };
    return [
      { role: 'assistant', content: [{ type: 'tool-call', ...call, input: { before } }] },
      { role: 'tool', content: [{ type: 'tool-result', ...call, output }] },
    ] satisfies LanguageModelV4Prompt;
  };
  const cancelled = called('b', '2025-01-01', { type: 'execution-denied', reason: 'Cancelled on the card.' });
  const asked: LanguageModelV4Prompt = [
    { role: 'user', content: [{ type: 'text', text: 'Archive records older than 2025-01-01' }] },
  ];
  const say = (prompt: LanguageModelV4Prompt) => plan({ prompt, tools: asFunctions([archive]) }, TODAY).say;
  const ran = called('a', '2024-01-01', { type: 'text', value: '{"archived":12}' });
  expect(say([...asked, ...ran, ...cancelled])).toMatch(/^This one was not archived\. /);
  expect(say([...asked, ...cancelled])).toMatch(/^Nothing was archived\. /);
});

it('has a note that is read as it was written', () => {
  const written = { by: 'A\n"B"\\', before: '{"text":"one\\ntwo"}' };
  expect(readEditNote(`${editNote(written)}\nthe rest\nof it`)).toEqual({
    note: written,
    rest: 'the rest\nof it',
  });
  expect(readEditNote(`It said: ${editNote(written)}`)).toBeNull();
});

it('is not told as the tool’s words where a person said what became of it', () => {
  const move = after({ type: 'text', value: LOOKED }, '2025-01-01');
  expect(move).toEqual({ say: `Done: archived. ${LOOKED}`, calls: [] });
});
