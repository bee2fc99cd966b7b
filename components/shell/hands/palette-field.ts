/** The palette's field: one stands there at once, and the list's own in its place. */
export const PALETTE_FIELD =
  'h-13 w-full shrink-0 border-b bg-transparent px-4 text-16 text-ink outline-none placeholder:text-muted';

/** In UTF-16 units. */
export const MOST_TYPED = 200;
