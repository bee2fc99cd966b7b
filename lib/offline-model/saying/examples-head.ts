// Shared with the browser: types and pure functions only.
/**
 * The line before the examples of an answer. It has a file of its own, because the page looks for it in every answer
 * and loads the examples only if it is there.
 */
export const EXAMPLES_HEAD = 'You can ask me:\n\n';
