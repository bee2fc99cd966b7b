// Shared with the browser: types and pure functions only.
/** What may be uploaded. The page tells these, the routes hold them. */

/** Of one file, in bytes; a picture travels to the model whole. */
export const MOST_BYTES = 10_000_000;
export const MOST_PICTURE_BYTES = 4_000_000;
/** Of one person: bytes kept in all, and files within an hour. */
export const MOST_KEPT_BYTES = 200_000_000;
export const MOST_AN_HOUR = 100;
/** Of a file's name, in characters; the rest is cut. */
export const MOST_NAME = 120;
