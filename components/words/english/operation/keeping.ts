/** How long a team keeps what. */
export const KEEPING = {
  'keeping.intro':
    'How long your team keeps what was said and done. What is past its time is deleted by itself, and the record has a receipt for each time. Receipts always stay: they hold ids and hashes, no contents.',
  'keeping.chats': 'Chats that nobody uses',
  'keeping.chats.why':
    'Counted from their last use. They are deleted, can be restored for 30 days, and are then erased. A chat stays in which something waits, is unknown or is shared.',
  'keeping.contents': 'Contents of calls',
  'keeping.contents.why':
    'Arguments, results, files and what cards showed, counted from the call. Who, when, which tool, how it ended and the hashes stay.',
  'keeping.mail': 'Sent emails',
  'keeping.mail.why': 'Emails, webhooks and notices, counted from when they were written.',
  'keeping.else-ever': 'Left empty, it is kept for ever.',
  'keeping.else-operator':
    'Left empty, it is kept for {days, plural, one {# day} other {# days}}, the longest that the operator allows.',
  'keeping.ever': 'for ever',
  'keeping.days': 'days',
  'keeping.from': 'Enter a whole number of days, at least {least}.',
  'keeping.range': 'Enter a whole number of days from {least} to {most}.',
  'keeping.wrong': 'Not possible like this: {names}.',
  'keeping.save': 'Save',
  'keeping.saved': 'Saved. It takes effect within ten minutes.',
  'keeping.not-saved': 'Nothing was changed.',
  'keeping.going': 'Delete what is older?',
  'keeping.going.why':
    'With these times this would go within ten minutes: {what}. Chats can be taken back by their owners for 30 days; everything else is gone for good.',
  'keeping.going.chats': '{count, plural, one {# chat} other {# chats}}',
  'keeping.going.answers':
    '{count, plural, one {the answer to # call} other {the answers to # calls}} of other clients',
  'keeping.going.contents': '{count, plural, one {the contents of # call} other {the contents of # calls}}',
  'keeping.going.mail': '{count, plural, one {# email} other {# emails}}',
  'keeping.going.back': 'Keep it as it is',
  'keeping.going.on': 'Save and delete',
  'keeping.set-by': 'Set by <who>who</who> <when>when</when>.',
  'keeping.was-set': 'Set <when>when</when>.',
  'keeping.swept': 'Recently deleted',
  'keeping.swept.why':
    'Amber checks every ten minutes and deletes at most a hundred at a time, so a line never says more.',
  'keeping.swept.none': 'Nothing yet.',
  'keeping.swept.chats':
    '{count, plural, one {# chat that nobody used was deleted} other {# chats that nobody used were deleted}}',
  'keeping.swept.erased-chats':
    '{count, plural, one {# deleted chat was erased} other {# deleted chats were erased}}',
  'keeping.swept.answers':
    '{count, plural, one {The answer to a call of another client was erased} other {The answers to # calls of other clients were erased}}',
  'keeping.swept.contents':
    '{count, plural, one {The contents of # call were erased} other {The contents of # calls were erased}}',
  'keeping.swept.mail': '{count, plural, one {# email was deleted} other {# emails were deleted}}',
  'receipt.keeping': '{who} changed how long the team keeps things',
  'receipt.swept.chats':
    '{count, plural, one {# chat that nobody had used for a long time was deleted} other {# chats that nobody had used for a long time were deleted}}',
  'receipt.swept.erased-chats':
    '{count, plural, one {# deleted chat was erased} other {# deleted chats were erased}}',
  'receipt.swept.answers':
    '{count, plural, one {The answer to a call of another client was erased} other {The answers to # calls of other clients were erased}}',
  'receipt.swept.contents':
    '{count, plural, one {The contents of # call were erased} other {The contents of # calls were erased}}',
  'receipt.swept.mail': '{count, plural, one {# email was deleted} other {# emails were deleted}}',
  'receipt.swept.otherwise': 'Something was erased because its time was up',
  'receipt.kind.keeping-changed': 'Keeping changed',
  'receipt.kind.swept': 'Erased because its time was up',
} as const;
