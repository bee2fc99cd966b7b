/** How much of a chat the model reads, what answers are based on, and feedback on them. */
export const CONTEXT = {
  'context.label': 'Context: {percent} used',
  'context.cut': 'Older messages are left out of what the model reads',
  'context.cut-short': 'Shortened',
  'context.heading': 'What the model reads',
  'context.counted':
    '{tokens, number} of {window, number} tokens, counted by the provider at the last answer.',
  'context.about': 'About {tokens, number} of {window, number} tokens at the last answer, an estimate.',
  'context.assumed':
    'How much the model can take is not set, so the second figure is what Amber gives it at most.',
  'context.left-out': 'Older messages did not fit and were left out.',
  'context.show-since': 'Show where it begins',
  'context.has-summary': 'Earlier messages are summarised for the model.',
  'context.summarise': 'Summarise earlier messages',
  'context.summarising': 'Summarising…',
  'context.summarised': 'Earlier messages are summarised now.',
  'context.not-summarised': 'Nothing was summarised.',
  'context.means':
    'The model then reads a summary of what was said. Your messages stay, and results of calls stay word for word.',
  'context.line': 'Earlier messages were summarised for the model',
  'context.line-means':
    'The model reads this instead of the messages above, with the results of their calls as far as they fit. Nothing was deleted.',
  'context.outside': 'Words from outside had come into the chat by then.',
  'answers.good': 'Good answer',
  'answers.bad': 'Bad answer',
  'answers.why': 'Why? One sentence, if you like',
  'answers.send': 'Save',
  'answers.no-words': 'No reason',
  'answers.not-kept': 'Your feedback was not saved.',
  'answers.sources': 'Sources',
  'answers.times': '({count, number} calls)',
  'answers.copy-chat': 'Copy chat',
  'answers.chat-copied': 'The chat was copied.',
} as const;
