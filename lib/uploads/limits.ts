// Shared with the browser: types and pure functions only.
/** What may be uploaded. The page shows these limits, the routes enforce them. */

/** Per file, in bytes; an image is sent to the model in full. */
export const MOST_BYTES = 10_000_000;
export const MOST_PICTURE_BYTES = 4_000_000;
/** Per person: bytes kept in total, and files within an hour. */
export const MOST_KEPT_BYTES = 200_000_000;
export const MOST_AN_HOUR = 100;
/** Of a file's name, in characters; the rest is cut. */
export const MOST_NAME = 120;
