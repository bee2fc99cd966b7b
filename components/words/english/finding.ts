/** Finding a chat again: search, and what can be done with chats as a whole. */
export const FINDING = {
  'finding.search': 'Search chats',
  'finding.clear': 'Clear the search',
  'finding.searching': 'Searching…',
  'finding.nothing': 'Nothing found. Try other words, or fewer.',
  'finding.count': '{count, plural, one {# result} other {# results}}',
  'finding.count-more': 'The newest {count} results',
  'finding.more': 'Show more results',
  'finding.chats': 'Chats',
  'finding.messages': 'Messages',
  'finding.gone': 'That message is no longer in this chat.',
} as const;
