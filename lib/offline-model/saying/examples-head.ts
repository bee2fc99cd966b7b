// Shared with the browser: types and pure functions only.
/** Stands before the examples of an answer; apart from them, as the page asks for it in every answer and loads them where it finds it. */
export const EXAMPLES_HEAD = 'You can ask me:\n\n';
