/** Results in forms that servers really use: interpreted as meant, and never as better than they are. */
import { describe, expect, it } from 'vitest';
import { NEVER, setUp } from './testing/connections';
import { sendResult } from './testing/scripted-server';

const { ready } = setUp();

async function outcomeOf(result: object) {
  const { connections, tool } = await ready(({ message }, response) => sendResult(response, message, result));
  return connections.call(tool, {}, NEVER);
}

const SAID = [{ type: 'text', text: 'Authentication failed' }];

describe('the toolResult of October 2024', () => {
  it('is the result itself where it looks like one', async () => {
    const structuredContent = { a: 1 };
    const outcome = await outcomeOf({ toolResult: { content: SAID, structuredContent } });
    expect(outcome).toMatchObject({ isError: false, text: SAID[0]?.text, structured: { a: 1 } });
    expect(outcome.content).toEqual(SAID);
  });

  it('is an error where it says so itself, or where the answer around it does', async () => {
    for (const result of [
      { toolResult: { content: SAID, isError: true } },
      { toolResult: { content: SAID, is_error: true } },
      { toolResult: { content: SAID, isError: false }, isError: true },
    ]) {
      expect(await outcomeOf(result), JSON.stringify(result)).toMatchObject({
        isError: true,
        text: SAID[0]?.text,
      });
    }
  });

  it('is data where it is anything else', async () => {
    for (const toolResult of ['plain', 7, { rows: [1] }, { content: 'text' }]) {
      const outcome = await outcomeOf({ toolResult });
      expect(outcome).toMatchObject({ isError: false, structured: toolResult });
      expect(outcome.text).toBe(JSON.stringify(toolResult));
    }
  });

  it('says nothing beside content of today', async () => {
    const outcome = await outcomeOf({ content: SAID, toolResult: { content: [], isError: false } });
    expect(outcome.text).toBe(SAID[0]?.text);
  });
});

describe('is_error', () => {
  it('makes an error of an answer, and never a success', async () => {
    expect((await outcomeOf({ content: SAID, is_error: true })).isError).toBe(true);
    expect((await outcomeOf({ content: SAID, isError: true, is_error: false })).isError).toBe(true);
    expect((await outcomeOf({ content: SAID, isError: false, is_error: true })).isError).toBe(true);
  });

  it('counts as a boolean only', async () => {
    for (const odd of ['true', 1, {}])
      expect((await outcomeOf({ content: SAID, is_error: odd })).isError).toBe(false);
  });
});
