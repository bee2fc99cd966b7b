/** The guide through a new team's first minutes. */
export const FIRST_STEPS = {
  'first.heading': 'First steps',
  'first.away': 'Dismiss',
  'first.done': 'Done',
  'first.skip': 'Skip',
  'first.skip-it': 'Skip: {step}',
  'first.model': 'Connect a model',
  'first.model.why': 'Until then built-in rules answer, which understand simple requests in English.',
  'first.model.act': 'Enter a model',
  'first.model.close': 'Close',
  'first.model.others': 'Built-in rules answer until then. {names} can connect a model, in Settings, Models.',
  'first.model.nobody': 'Built-in rules answer until an admin connects a model.',
  'first.records': 'Give it something to work with',
  'first.records.why':
    'Connect an MCP server, or add the records of an invented company to try things out with. Those stay: there is no button that removes them all again, so add them only in a team that is meant for trying things out.',
  'first.records.server': 'Connect a server',
  'first.records.example': 'Add the example company',
  'first.records.taking': 'Adding it…',
  'first.invite': 'Invite somebody',
  'first.invite.why':
    'The invitation goes by email. Amber writes the request into the message box below; you read it and send it.',
  'first.invite.why.no-mail':
    'No email server is set up here, so no invitation goes by email: create a link in Settings, Team, and pass it on yourself. Or ask Amber to invite somebody in the message box below, and create the link there afterwards.',
  'first.invite.link': 'Create a link in Team',
  'first.invite.act': 'Put it into the message box',
  'first.invite.address': 'Email address',
  'first.ask': 'Ask your first question',
  'first.ask.why':
    'Amber reads and makes everyday changes right away. Whatever can destroy something, such as deleting, waits for a click.',
  'first.ask.act': 'Propose one',
  'first.card': 'See the card on which Amber asks',
  'first.card.why': 'Three short steps with an example that does nothing.',
  'first.card.act': 'Show it',
} as const;
