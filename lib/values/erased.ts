// Shared with the browser: types and pure functions only.
/** What stands in the place of what was erased. */

/** Of a call. Models and programs read it as well. */
export const ERASED_CONTENTS =
  'What this call was made and answered with was erased: the team keeps that for a time only.';
