/** The answer that every variant must deliver whole. */
export const TOKENS = Array.from({ length: 200 }, (_, index) => ` word${index}`);

/** Stands in a stream only when all of the answer has come. */
export const LAST_TOKEN = 'word199';

/** Whoever asks this gets the answer a token at a time. */
export const PACED_QUESTION = 'Say it slowly.';
export const TOKEN_MS = 20;

/** The same, 100 of them a second. */
export const QUICK_QUESTION = 'Say it quickly.';
export const QUICK_TOKEN_MS = 10;
