/** How fields look on a card, whichever form they stand in. */

export const FIELD =
  'block w-full min-w-0 rounded-control border border-quiet-edge bg-page px-3 text-14 text-ink max-md:text-16';
/** Of one line. */
export const LINE_FIELD = `${FIELD} h-10 max-md:h-11`;
export const LABEL = 'block font-medium text-12 text-card-ink-2';
export const TICK = 'size-4 shrink-0 accent-card-ink max-md:size-5';
/** A button that decides nothing. */
export const SMALL_BUTTON =
  'min-h-7 rounded-badge border border-card-ink px-2.5 font-medium text-13 text-card-ink max-md:min-h-11';
export const CARD_BUTTON =
  'min-h-10 rounded-control border border-quiet-edge bg-quiet px-4 font-semibold text-14 text-ink disabled:border-dashed max-md:min-h-11';
