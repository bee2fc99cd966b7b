/**
 * A server that speaks OpenAI's `/v1/embeddings` and knows a little: texts are close to each other if they share parts
 * of words, and words in the same row of `SAME` count as one. The same text always gets the same vector.
 */
import { sendJson, startHttpServer } from '@/lib/connections/testing/http-server';

/** Each row is one meaning. */
const SAME = [['courier', 'parcel', 'doorstep', 'zustellung']];

const DIMENSIONS = 256;

export interface EmbeddingServer {
  /** Ends with `/v1`. */
  baseUrl: string;
  /** The texts of each request, in order. */
  asked: string[][];
  /** The models and the keys of the requests. */
  models: Set<unknown>;
  keys: Set<unknown>;
  /** Awaited before each answer to a request with such texts. */
  before: (texts: string[]) => Promise<void> | void;
  /** The error status for these texts, if they are to be refused. */
  refuse: (texts: string[]) => number | undefined;
  /** Forgets the requests, and answers everything at once. */
  reset(): void;
  close(): Promise<void>;
}

export async function startEmbeddingServer(): Promise<EmbeddingServer> {
  const server = await startHttpServer(async ({ path, body, headers }, response) => {
    if (path !== '/v1/embeddings') return sendJson(response, {}, 404);
    const { model, input } = JSON.parse(body) as { model: string; input: string[] };
    asking.asked.push(input);
    asking.models.add(model);
    asking.keys.add(headers.authorization);
    await asking.before(input);
    const status = asking.refuse(input);
    if (status !== undefined) return sendJson(response, { error: { message: `No: ${input}` } }, status);
    const data = input.map((text, index) => ({ index, embedding: vectorFor(text, model) }));
    sendJson(response, { object: 'list', data, usage: { prompt_tokens: 1, total_tokens: 1 } });
  });
  const asking: EmbeddingServer = {
    baseUrl: server.url.replace('/mcp', '/v1'),
    asked: [],
    models: new Set(),
    keys: new Set(),
    before: () => {},
    refuse: () => undefined,
    reset() {
      asking.asked.length = 0;
      Object.assign(asking, { before: () => {}, refuse: () => undefined });
    },
    close: () => server.close(),
  };
  return asking;
}

/** Trigrams of each word, counted at positions given by a hash of them and the model. */
export function vectorFor(text: string, model = ''): number[] {
  const vector = new Array<number>(DIMENSIONS).fill(0);
  for (const word of text.toLowerCase().match(/\p{L}+/gu) ?? []) {
    const stem = word.replace(/s$/, '');
    const same = SAME.findIndex((row) => row.includes(stem));
    const padded = ` ${stem} `;
    const pieces =
      same >= 0
        ? Array.from({ length: 8 }, (_, at) => `same ${same} ${at}`)
        : Array.from({ length: padded.length - 2 }, (_, at) => padded.slice(at, at + 3));
    for (const piece of pieces) {
      const place = hashOf(model + piece) % DIMENSIONS;
      vector[place] = (vector[place] ?? 0) + 1;
    }
  }
  return vector;
}

function hashOf(text: string): number {
  let hash = 2_166_136_261;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16_777_619) >>> 0;
  return hash;
}
