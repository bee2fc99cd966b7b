// Shared with the browser: types and pure functions only.
/** Text columns hold neither U+0000 nor half of a surrogate pair; both become U+FFFD there. */
export function storable(text: string): string {
  return text.toWellFormed().replaceAll('\u0000', '\ufffd');
}
