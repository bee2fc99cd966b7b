/** Taking back what calls changed in the workspace. */
export const TAKING_BACK = {
  'taking-back.call': 'Take back',
  'taking-back.call-named': 'Take back: {call}',
  'taking-back.answer': 'Take back all {count, plural, one {# change} other {# changes}} of this answer',
  'taking-back.taken': 'Taken back',
  'taking-back.not-done': 'Nothing was taken back.',
  'taking-back.asked': 'Take back what this call changed: {call}',
  'taking-back.asked-all': 'Take back everything that was changed in the same answer as: {call}',
} as const;
