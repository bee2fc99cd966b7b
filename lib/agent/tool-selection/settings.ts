/** Every number of the selection, the same for all sets of tools. Chosen on one half of the measured messages. */
import type { Risk } from '@/mcp/annotations';
import type { Field } from './types';

/** How much a word in a field counts, and how much that field's length is held against it (0 to 1). */
export const FIELD_WEIGHTS: Record<Field, { weight: number; length: number }> = {
  name: { weight: 3, length: 0.6 },
  title: { weight: 1, length: 0.3 },
  description: { weight: 1, length: 0.4 },
  server: { weight: 0.5, length: 0.3 },
  parameters: { weight: 0.3, length: 0.75 },
};

/** How slowly a word that is said again stops counting (BM25's k1). */
export const SATURATION = 2;

/** What a related word counts of the word that was said, where the tools know that one and where they do not. */
export const RELATED_WEIGHT = {
  verb: { known: 0.3, unknown: 0.6 },
  noun: { known: 0.2, unknown: 0.8 },
  word: { known: 0.4, unknown: 1 },
};

/** What the best sentence of a message adds to the whole message. */
export const SENTENCE_WEIGHT = 1;

/** What a remembered word counts of one of the tool's own text. */
export const MEMORY_WEIGHT = 0.5;

/**
 * What nearness in meaning counts beside the words: of the words' best score, for each of this many deviations. Alone it
 * lets a tool in from this many deviations on. Of what words found this much is left, however far its meaning is.
 */
export const MEANING = {
  ...{ wordsWeight: 0.6, weight: 0.4, deviations: 8 },
  ...{ leastAlone: 2, leastLeft: 0.01, leastDeviation: 1e-6 },
};

/** What is taken from a tool's score when the message only asks to see something. */
export const PRIOR: Record<Risk, number> = { 'read-only': 0, write: 0.1, destructive: 0.3 };

/** The same for a tool that nobody annotated and that most likely reads; all others of these count as destructive. */
export const PRIOR_LIKELY_READS = 0.25;

/**
 * What a message adds that names a server: this much of the score of that server's tools, as far as only they use the word,
 * and not where their share is less; more where the message says that this server is meant.
 */
export const NAMED = { server: 0.1, meantServer: 0.5, leastShare: 0.5 };

/** With no more tools than this everything is offered. */
export const OFFER_ALL_UP_TO = 20;

/** How many tools a step is offered when nothing else is said. */
export const MAX_TOOLS = 12;

/** How many of a step's tools are there only to supply what others need, at the most. */
export const MAX_COMPANIONS = 3;

/** What one server's tools may be of those that match, unless only that server's match. */
export const SERVER_SHARE = 0.5;

/** How many tools a search answers with when nothing else is said. */
export const SEARCH_HITS = 5;

/** How many tools a run's set holds at the most, whatever the model looks for. */
export const MAX_SET = 64;

/** Characters of a tool's text that are read, by field. */
export const MAX_TEXT: Record<Field, number> = {
  name: 200,
  title: 200,
  description: 40_000,
  server: 100,
  parameters: 3000,
};

/** A long message is read at its beginning and its end, this many characters of each. */
export const MAX_MESSAGE = { start: 4000, end: 2000 };

/** Characters that an embedding model is sent: of a tool's texts, and of a message. */
export const MAX_EMBEDDED = {
  tool: { name: 200, title: 200, description: 1000 },
  message: { start: 1000, end: 500 },
};

/** How much of a message is compared: different words, and sentences. */
export const MAX_QUERY = { words: 96, sentences: 16 };

/** What is remembered of one team, at most: messages of each tool, of all tools together, and characters of each. */
export const MAX_MEMORY = { perTool: 10, total: 5000, characters: 600 };
