/** Resources and prompts of connected servers, in the composer. */
export const OFFERS = {
  'offers.resources': 'Resources of your servers',
  'offers.prompts': 'Prompts of your servers',
  'offers.looking': 'Asking the servers…',
  'offers.none': 'Your servers offer nothing here.',
  'offers.found': '{count, plural, =0 {Nothing found} one {# found} other {# found}}',
  'offers.more': 'There are more: type on to find them.',
  'offers.silent': 'No answer from {servers}.',
  'offers.sign-in': 'To see what {servers} offers, sign in there under Servers.',
  'offers.outside': 'not vouched for',
  'offers.outside-means':
    'Nobody vouches for this server: what it says counts as words from outside, and changes ask first then.',
  'offers.from': 'from <server>server</server>',
  'offers.prompt-of': 'prompt of <server>server</server>',
  'offers.reading': 'asking <server>server</server>…',
  'offers.take-back': 'Take back the prompt {name} with its words',
  'offers.left':
    '{count, plural, one {One part was} other {# parts were}} left out: too many, too large, or of a kind that is not read.',
  'offers.optional': '(optional)',
  'offers.proposals': 'Proposals for {field}',
  'offers.attach': 'Attach',
  'offers.insert': 'Put into the message',
  'offers.cancel': 'Cancel',
} as const;
