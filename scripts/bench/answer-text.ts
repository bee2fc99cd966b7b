/** The answer that every variant must deliver whole. */
export const TOKENS = Array.from({ length: 200 }, (_, index) => ` word${index}`);

/** Stands in a stream only when all of the answer has come. */
export const LAST_TOKEN = 'word199';
