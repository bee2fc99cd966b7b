/** Files that still show words of their own, in English only. A file leaves the list with its last one; none is added. */
export const STILL_ENGLISH: string[] = [
  'app/global-error.tsx',
  'app/layout.tsx',
  'components/activity/activity-filters.tsx',
  'components/activity/activity.tsx',
  'components/activity/receipt-row.tsx',
  'components/activity/receipt-words.ts',
];
