import type { LanguageModelV4CallOptions, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { describe, expect, it } from 'vitest';
import { chooseModel } from '../choose-model';
import { offlineModel } from './offline-model';
import { calendarTools } from './testing/calendar-tools';
import { asFunctions } from './testing/fake-tools';

const options = (message: string, more: Partial<LanguageModelV4CallOptions> = {}) =>
  ({
    prompt: [{ role: 'user', content: [{ type: 'text', text: message }] }],
    tools: asFunctions(calendarTools),
    ...more,
  }) as LanguageModelV4CallOptions;

async function partsOf(message: string, delayMs = 0): Promise<LanguageModelV4StreamPart[]> {
  const { stream } = await offlineModel({ delayMs }).doStream(options(message));
  return Array.fromAsync(stream);
}

describe('offlineModel', () => {
  it('streams words, one by one', async () => {
    const parts = await partsOf('hello', 0.01);
    const deltas = parts.filter((part) => part.type === 'text-delta');
    expect(deltas.length).toBeGreaterThan(10);
    expect(parts.map(({ type }) => type)).toEqual([
      'stream-start',
      'response-metadata',
      'text-start',
      ...deltas.map(() => 'text-delta'),
      'text-end',
      'finish',
    ]);
    expect(parts.at(-1)).toMatchObject({ finishReason: { unified: 'stop' } });
  });

  it('streams a call with its input as JSON, under an id of its own', async () => {
    const calls = [...(await partsOf('List events')), ...(await partsOf('List events'))].filter(
      (part) => part.type === 'tool-call',
    );
    expect(calls).toMatchObject([
      { toolName: 'list-events', input: '{}' },
      { toolName: 'list-events', input: '{}' },
    ]);
    expect(calls[0]?.toolCallId).not.toBe(calls[1]?.toolCallId);
  });

  it('generates what it would stream', async () => {
    const { content, finishReason } = await offlineModel().doGenerate(options('Find events about budget'));
    expect(content).toMatchObject([
      { type: 'tool-call', toolName: 'list-events', input: '{"query":"budget"}' },
    ]);
    expect(finishReason.unified).toBe('tool-calls');
  });

  it('stops at once when aborted, also between two words', async () => {
    const abort = new AbortController();
    const { stream } = await offlineModel({ delayMs: 60_000 }).doStream(
      options('hello', { abortSignal: abort.signal }),
    );
    const read = Array.fromAsync(stream);
    setTimeout(() => abort.abort(new Error('stopped')), 10);
    await expect(read).rejects.toThrow('stopped');
    await expect(offlineModel().doStream(options('x', { abortSignal: abort.signal }))).rejects.toThrow(
      'stopped',
    );
  });

  it('speaks without tools and without a message', async () => {
    for (const empty of [options('Delete X', { tools: undefined }), options('', { prompt: [] })]) {
      const { content } = await offlineModel().doGenerate(empty);
      expect(content).toMatchObject([{ type: 'text' }]);
    }
  });
});

describe('chooseModel', () => {
  it('speaks offline without settings', () => {
    expect(chooseModel(undefined)).toMatchObject({
      offline: true,
      label: 'Offline model',
      providerOptions: {},
    });
  });

  it('takes the model of the settings', () => {
    const chosen = chooseModel({ apiKey: 'k', model: 'gpt-5-mini', api: 'responses' });
    expect(chosen).toMatchObject({
      offline: false,
      label: 'gpt-5-mini',
      providerOptions: { openai: { store: false } },
    });
    expect(chosen.model.modelId).toBe('gpt-5-mini');
  });
});
