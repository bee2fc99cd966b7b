/** The operator's file of models: its meaning, and the messages if it cannot be used. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ModelSettings } from '@/lib/env';
import { listModels } from './model-list';
import { readModelsFile } from './models-file';

const OWN: ModelSettings = { apiKey: 'sk-own', model: 'gpt-5-mini', api: 'responses' };
const KEYS: Record<string, string> = { EXAMPLE_KEY: 'sk-very-secret' };
const LARGE = {
  id: 'large',
  title: 'Large',
  model: 'some-large',
  baseUrl: 'https://api.example.com/v1/',
  apiKeyVariable: 'EXAMPLE_KEY',
  input: 'images',
  contextWindow: 200_000,
  maxOutput: 8_000,
  price: { in: 3, out: 15 },
};
const HOUSE = { id: 'house', title: 'In the house', baseUrl: 'http://127.0.0.1:11434/v1' };

function read(content: unknown, own?: ModelSettings) {
  const file = join(mkdtempSync(join(tmpdir(), 'amber-models-')), 'models.json');
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return readModelsFile(file, own, (name) => KEYS[name]);
}

/** The message about a file, which contains nothing of the keys. */
function said(content: unknown, own?: ModelSettings): string {
  try {
    read(content, own);
  } catch (error) {
    const words = (error as Error).message;
    expect(words).toContain('models.json');
    expect(words).toContain('docs/models.md');
    expect(words).not.toMatch(/sk-/);
    return words;
  }
  throw new Error('The file was taken.');
}

const one = (changes: object) => ({ models: [{ ...LARGE, ...changes }] });

describe('the file of models', () => {
  it('names models, their servers, keys and limits', () => {
    const { models } = read(
      { models: [LARGE, HOUSE, { id: 'mini', title: 'Mini', apiKeyVariable: 'OPENAI_API_KEY' }] },
      OWN,
    );
    expect(models[0]).toMatchObject({
      settings: {
        apiKey: 'sk-very-secret',
        baseUrl: 'https://api.example.com/v1',
        model: 'some-large',
        api: 'chat',
      },
      price: { in: 3, out: 15, currency: 'USD' },
    });
    expect(models[1]?.settings).toMatchObject({ apiKey: 'none', model: 'house', api: 'chat' });
    expect(models[2]?.settings).toMatchObject({ apiKey: 'sk-own', model: 'mini', api: 'responses' });
  });

  it.each([
    ['{\n "models": [\n  {"id": "a",}\n ]\n}', 'Line 3: it is not JSON there'],
    ['', 'Line 1: it is not JSON there'],
    ['[]', 'The file: is missing, or of another kind'],
    [{ models: [] }, 'models: must have at least one model'],
    [{ models: [{ id: 'a' }] }, 'models[0].title: must be a text'],
    [one({ id: 'a b' }), 'models[0].id: must be up to 64 letters'],
    [one({ id: 'settings' }), 'models[0].id: must not be "settings"'],
    [one({ baseUrl: 'ftp://x' }), 'models[0].baseUrl: must be an address'],
    [one({ baseUrl: 'https://me:sk-hidden@x.example' }), 'models[0].baseUrl: must be an address'],
    [one({ apiKeyVariable: 'sk-very-secret' }), 'models[0].apiKeyVariable: must be the NAME'],
    [one({ apiKeyVariable: 'NOT_SET' }), 'models[0].apiKeyVariable: the variable it names is not set'],
    [one({ apiKeyVariable: undefined, baseUrl: undefined }), 'models[0].apiKeyVariable: is missing'],
    [one({ apiKey: 'sk-very-secret' }), 'models[0]: has a field that nothing reads: "apiKey"'],
    [one({ contextWindow: 'big' }), 'models[0].contextWindow: must be a whole number of tokens'],
    [one({ contextWindow: 4_000 }), 'models[0].maxOutput: must be less than contextWindow'],
    [one({ price: { in: 3, out: -1 } }), 'models[0].price.out: must not be less than 0'],
    [{ models: [LARGE, LARGE] }, 'models[1].id: is the same'],
    [{ default: 'none', models: [LARGE] }, 'default: names no model'],
    [{ default: 'settings', models: [LARGE] }, 'default: is "settings", and neither'],
  ])('is refused by its line or field: %j', (content, words) => {
    expect(said(content)).toContain(words);
  });
});

describe('the list of models', () => {
  const file = () => read({ models: [LARGE, HOUSE] });
  const ids = (list: ReturnType<typeof listModels>) => list.all.map(({ id }) => id);

  it('is the model of the settings, or the offline one, without a file', () => {
    expect(listModels(OWN).views).toEqual([
      { id: 'settings', title: 'gpt-5-mini', offline: false, input: 'files' },
    ]);
    expect(listModels(undefined).all[0].offline).toBe(true);
  });

  it('begins with the default', () => {
    expect(ids(listModels(OWN, file()))).toEqual(['settings', 'large', 'house']);
    expect(ids(listModels(OWN, { ...file(), chosen: 'house' }))).toEqual(['house', 'settings', 'large']);
    expect(ids(listModels(undefined, file()))).toEqual(['large', 'house']);
  });

  it('tells pages nothing of keys and addresses', () => {
    const told = JSON.stringify(listModels(OWN, file()).views);
    expect(told).toContain('"contextWindow":200000');
    expect(told).not.toMatch(/sk-|example\.com|127\.0\.0\.1/);
  });

  it('gives the default for a model that is not in it', () => {
    const list = listModels(OWN, file());
    expect([list.find('gone').id, list.find(null).id, list.find('house').id]).toEqual([
      'settings',
      'settings',
      'house',
    ]);
  });
});
