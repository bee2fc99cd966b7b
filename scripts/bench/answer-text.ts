/** The answer that every variant must deliver in full. */
export const TOKENS = Array.from({ length: 200 }, (_, index) => ` word${index}`);

/** Occurs in a stream only when the whole answer has come. */
export const LAST_TOKEN = 'word199';

/** A question that is answered one token at a time. */
export const PACED_QUESTION = 'Say it slowly.';
export const TOKEN_MS = 20;

/** The same, at 100 tokens a second. */
export const QUICK_QUESTION = 'Say it quickly.';
export const QUICK_TOKEN_MS = 10;
