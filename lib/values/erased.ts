// Shared with the browser: types and pure functions only.
/** The text that replaces what was erased. */

/** For a call. Models and programs read it as well. */
export const ERASED_CONTENTS =
  'The contents of this call were erased: the team keeps them for a limited time only.';
