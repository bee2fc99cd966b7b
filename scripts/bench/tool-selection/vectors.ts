/** Vectors of the sets' tools and messages by the configured model, requested before anything is timed. */
import type { Nearness } from '@/lib/agent/tool-selection/meaning';
import { bytesOf, cosinesWith, vectorOf } from '@/lib/agent/tool-vectors/vector';
import { messageWording, wordingOf } from '@/lib/agent/tool-vectors/wording';
import { readEnv } from '@/lib/env';
import { openAiEmbedder } from '@/lib/models/embedder';
import { type DataSet, type DataTool, selectable } from './data';

/** Texts per request, and concurrent requests. */
const AT_ONCE = { texts: 32, requests: 4 };
const REQUEST_MS = 60_000;

export interface Vectors {
  model: string;
  /** Loads the vectors of these tools into memory, like a process that reads them from its database. */
  compare(tools: readonly DataTool[]): (message: string) => Nearness;
}

type Embed = (texts: readonly string[]) => Promise<number[][]>;

/**
 * @returns nothing if no embedding model is configured @throws if it does not answer: partial figures would be
 * meaningless
 */
export async function vectorsOf(sets: readonly DataSet[]): Promise<Vectors | undefined> {
  const { embedding } = readEnv(process.env);
  if (!embedding) return undefined;
  const embedder = openAiEmbedder(embedding);
  const embed: Embed = (texts) => embedder.embed(texts, AbortSignal.timeout(REQUEST_MS));
  const wordings = sets.flatMap(({ tools }) => selectable(tools).map(wordingOf));
  const ofTools = new Map<string, Int8Array | undefined>();
  await embedAll(embed, wordings, (wording, vector) => ofTools.set(wording, bytesOf(vector)));
  const messages = sets.flatMap(({ queries }) => queries.map(({ query }) => messageWording(query)));
  const ofMessages = new Map<string, number[]>();
  await embedAll(embed, messages, (message, vector) => ofMessages.set(message, vector));
  return {
    model: embedding.model,
    compare(tools) {
      const vectors = selectable(tools).map((tool) => {
        const bytes = ofTools.get(wordingOf(tool));
        return bytes && vectorOf(new Int8Array(bytes));
      });
      return (message) => cosinesWith(ofMessages.get(messageWording(message)) ?? [], vectors);
    },
  };
}

/** Each text once. */
async function embedAll(
  embed: Embed,
  texts: readonly string[],
  keep: (text: string, vector: number[]) => void,
): Promise<void> {
  const left = [...new Set(texts)].filter((text) => text !== '');
  const worker = async () => {
    for (let batch = left.splice(0, AT_ONCE.texts); batch.length > 0; batch = left.splice(0, AT_ONCE.texts)) {
      const vectors = await embed(batch);
      for (const [at, text] of batch.entries()) keep(text, vectors[at] ?? []);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE.requests }, worker));
}
