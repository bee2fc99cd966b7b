/** Several pending calls of one tool, reviewed in one list. */
export const ALIKE = {
  'alike.waiting': '{count, number} calls of <tool>tool</tool> wait here.',
  'alike.open': 'Look at them together',
  'alike.close': 'Close the list',
  'alike.caption': 'The calls that wait, the odd ones first',
  'alike.same': 'The same in all of them',
  'alike.call': 'Call',
  'alike.differs': 'What is its own',
  'alike.odd': 'Unlike most of the others:',
  'alike.largest': 'Much more than the others:',
  'alike.not-given': 'is not given',
  'alike.nothing-own': 'Nothing but what is the same in all of them.',
  'alike.card': 'Show card',
  'alike.to-card': 'Show card of call {nth, number}',
  'alike.asked-by': 'Asked by <who>somebody</who>',
  'alike.one-by-one': 'One by one',
  'alike.confirm': 'Confirm the {count, number} shown',
  'alike.cancel': 'Cancel the {count, number} shown',
  'alike.unseen':
    '{count, plural, one {One call has} other {# calls have}} not been in view yet: look at the list to its end.',
  'alike.open-one': 'Open {what} to confirm.',
  'alike.each':
    'Each is a decision of its own. What has changed since is not confirmed, and stays as a card.',
  'alike.confirmed':
    '{count, plural, =0 {None was confirmed.} one {One was confirmed.} other {# were confirmed.}}',
  'alike.cancelled':
    '{count, plural, =0 {None was cancelled.} one {One was cancelled.} other {# were cancelled.}}',
  'alike.refused':
    '{count, plural, one {One was not decided, and waits as a card:} other {# were not decided, and wait as cards:}}',
} as const;
