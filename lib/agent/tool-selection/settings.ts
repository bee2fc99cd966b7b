/** Every number of the selection, the same for all sets of tools. Tuned on one half of the measured messages. */
import type { Risk } from '@/mcp/annotations';
import type { Field } from './types';

/** The weight of a word in a field, and how much the field's length counts against it (0 to 1). */
export const FIELD_WEIGHTS: Record<Field, { weight: number; length: number }> = {
  name: { weight: 3, length: 0.6 },
  title: { weight: 1, length: 0.3 },
  description: { weight: 1, length: 0.4 },
  server: { weight: 0.5, length: 0.3 },
  parameters: { weight: 0.3, length: 0.75 },
};

/** How slowly repeating a word stops counting (BM25's k1). */
export const SATURATION = 2;

/** The weight of a related word relative to the word itself, if the tools know that one and if they do not. */
export const RELATED_WEIGHT = {
  verb: { known: 0.3, unknown: 0.6 },
  noun: { known: 0.2, unknown: 0.8 },
  word: { known: 0.4, unknown: 1 },
};

/** What the best sentence of a message adds to the whole message. */
export const SENTENCE_WEIGHT = 1;

/** The weight of a remembered word relative to one of the tool's own text. */
export const MEMORY_WEIGHT = 0.5;

/**
 * The weight of meaning beside the words: a share of the best word score for each of this many standard deviations. On
 * its own it admits a tool from this many standard deviations on. A tool found by words keeps this much of its score,
 * however far its meaning is.
 */
export const MEANING = {
  wordsWeight: 0.6,
  weight: 0.4,
  deviations: 8,
  leastAlone: 2,
  leastLeft: 0.01,
  leastDeviation: 1e-6,
};

/** What is subtracted from a tool's score if the message only asks to see something. */
export const PRIOR: Record<Risk, number> = { 'read-only': 0, write: 0.1, destructive: 0.3 };

/** The same for an unannotated tool that most likely reads; all other unannotated ones count as destructive. */
export const PRIOR_LIKELY_READS = 0.25;

/**
 * The bonus if a message names a server: this share of the score of that server's tools, to the degree that only they
 * use the word, and none below a minimum; more if the message says that this server is meant.
 */
export const NAMED = { server: 0.1, meantServer: 0.5, leastShare: 0.5 };

/** Up to this many tools, everything is offered. */
export const OFFER_ALL_UP_TO = 20;

/** How many tools a step is offered by default. */
export const MAX_TOOLS = 12;

/** The most tools of a step that are there only to provide input for others. */
export const MAX_COMPANIONS = 3;

/** The largest share of one server among matching tools, unless only that server's match. */
export const SERVER_SHARE = 0.5;

/** How many tools a search returns by default. */
export const SEARCH_HITS = 5;

/** The most tools in a run's set, whatever the model searches for. */
export const MAX_SET = 64;

/** Characters read of a tool's text, by field. */
export const MAX_TEXT: Record<Field, number> = {
  name: 200,
  title: 200,
  description: 40_000,
  server: 100,
  parameters: 3000,
};

/** Of a long message, this many characters are read at its beginning and at its end. */
export const MAX_MESSAGE = { start: 4000, end: 2000 };

/** Characters sent to an embedding model: of a tool's texts, and of a message. */
export const MAX_EMBEDDED = {
  tool: { name: 200, title: 200, description: 1000 },
  message: { start: 1000, end: 500 },
};

/** How much of a message is compared: distinct words, and sentences. */
export const MAX_QUERY = { words: 96, sentences: 16 };

/** The most that is remembered of one team: messages per tool, messages in total, and characters of each. */
export const MAX_MEMORY = { perTool: 10, total: 5000, characters: 600 };
