// Shared with the browser: types and pure functions only.
/** Looking up something in a result by its id. */

/** A tool that may know more about it. */
export interface LookUpTool {
  name: string;
  title: string;
}

/** An id: without spaces, so that nothing in it reads like the person's own words. */
export const LOOKED_UP_ID = /^[\w.:-]{1,80}$/;
/** The name of an argument. */
export const LOOKED_UP_BY = /^[A-Za-z]\w{0,60}$/;
