/** Other ways of searching tools without a model, each over the same texts: names of the ten best, best first. */
import { createRequire } from 'node:module';
import MiniSearch from 'minisearch';
import { termsOf } from '@/lib/agent/tool-selection/words/words';
import type { DataTool } from './data';

export interface Peer {
  name: string;
  /** Indexes the tools. */
  build(tools: readonly DataTool[]): (query: string) => string[];
}

/**
 * The AI SDK's `toolSearch` with its default search: only the SDK itself can run it, so its rule is reimplemented here.
 */
export const SDK: Peer = {
  name: 'AI SDK toolSearch',
  build(tools) {
    const read = tools.map(({ name, description = '' }) => ({
      name,
      words: [sdkWords(name), sdkWords(description)] as const,
    }));
    return (query) => {
      const asked = new Set(sdkWords(query));
      return read
        .map(({ name, words: [inName, inDescription] }) => {
          let score = 0;
          for (const word of asked) {
            score += (inName.includes(word) ? 2 : 0) + (inDescription.includes(word) ? 1 : 0);
          }
          return { name, score };
        })
        .filter(({ score }) => score > 0)
        .sort((one, other) => other.score - one.score)
        .slice(0, 10)
        .map(({ name }) => name);
    };
  },
};

function sdkWords(text: string): string[] {
  const apart = text.replace(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase();
  return apart.match(/[\p{L}\p{N}]+/gu) ?? [];
}

const FIELDS = ['name', 'title', 'description', 'server', 'parameters'];

/** The fields that our search uses, too. */
function fieldsOf({ name, title, description, server, params }: DataTool) {
  const parameters = (params ?? []).map((one) => `${one.name} ${one.description ?? ''}`).join(' ');
  return { name, title: title ?? '', description: description ?? '', server: server ?? '', parameters };
}

/** With its defaults, or with our terms: split into words, stemmed, without stop words. */
function miniSearch(name: string, isOurs: boolean): Peer {
  return {
    name,
    build(tools) {
      const ours = { tokenize: (text: string) => termsOf(text), processTerm: (term: string) => term };
      const search = new MiniSearch({ fields: FIELDS, storeFields: ['name'], ...(isOurs ? ours : {}) });
      search.addAll(tools.map((tool, id) => ({ id, ...fieldsOf(tool) })));
      return (query) =>
        search
          .search(query)
          .slice(0, 10)
          .map(({ name: found }) => String(found));
    },
  };
}

interface WinkEngine {
  defineConfig(config: { fldWeights: Record<string, number> }): void;
  definePrepTasks(tasks: unknown[]): void;
  addDoc(doc: Record<string, string>, id: string): void;
  consolidate(): void;
  search(query: string, limit: number): [id: string, score: number][];
}
interface WinkUtils {
  string: { lowerCase: unknown; tokenize0: unknown };
  tokens: { removeWords: unknown; stem: unknown };
}

const WINK: Peer = {
  name: 'wink-bm25',
  build(tools) {
    const require = createRequire(import.meta.url);
    const utils = require('wink-nlp-utils') as WinkUtils;
    const engine = (require('wink-bm25-text-search') as () => WinkEngine)();
    engine.defineConfig({
      fldWeights: { name: 3, title: 1, description: 1, server: 0.5, parameters: 0.3 },
    });
    const { string, tokens } = utils;
    engine.definePrepTasks([string.lowerCase, string.tokenize0, tokens.removeWords, tokens.stem]);
    for (const [at, tool] of tools.entries()) engine.addDoc(fieldsOf(tool), String(at));
    engine.consolidate();
    return (query) => engine.search(query, 10).map(([id]) => tools[Number(id)]?.name ?? '');
  },
};

export const PEERS: Peer[] = [
  SDK,
  miniSearch('minisearch', false),
  miniSearch('minisearch, our words', true),
  WINK,
];
