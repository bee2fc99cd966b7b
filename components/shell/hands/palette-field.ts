/** The palette's input: a plain one is rendered at once, and later replaced by the list's own. */
export const PALETTE_FIELD =
  'h-13 w-full shrink-0 border-b bg-transparent px-4 text-16 text-ink outline-none placeholder:text-muted';

/** In UTF-16 units. */
export const MOST_TYPED = 200;
