/** Shown when not even the words could be sent: these are part of the page itself, in all languages. */
export const LAST_RESORT = {
  'last-resort.heading': 'Amber could not be shown',
  'last-resort.why': 'The server had a problem. Nothing was changed.',
  'last-resort.again': 'Try again',
} as const;
