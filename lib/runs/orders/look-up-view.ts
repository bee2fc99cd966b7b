// Shared with the browser: types and pure functions only.
/** Looking something of a result up by its id. */

/** A tool that may tell more of it. */
export interface LookUpTool {
  name: string;
  title: string;
}

/** An id: without spaces, so that nothing in it reads as words of the person who orders. */
export const LOOKED_UP_ID = /^[\w.:-]{1,80}$/;
/** The name of an argument. */
export const LOOKED_UP_BY = /^[A-Za-z]\w{0,60}$/;
