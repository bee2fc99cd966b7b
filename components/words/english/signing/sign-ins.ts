/** Signing in at other servers, wherever a sign-in is missing: in chats and in the inbox. */
export const SIGN_INS = {
  'sign-ins.offer': 'You are not signed in to {server}.',
  'sign-ins.offer.over': 'Your sign-in to {server} has ended.',
  'sign-ins.offer.more': '{server} wants more rights than you gave it: {scopes}.',
  'sign-ins.offer.team': 'The team is not signed in to {server}. An admin can do that in Settings, Servers.',
  'sign-ins.to': 'Sign in to {server}',
  'sign-ins.to-more': 'Sign in to {server} with more rights',
  'sign-ins.done': 'You are signed in to {server} now.',
  'sign-ins.go-on': 'Go on with the answer',
  'sign-ins.go-on.words': 'I have signed in to {server}. Please go on.',
  'sign-ins.offers': 'Missing sign-ins',
  'sign-ins.there': 'You are about to go to',
  'sign-ins.there.asked': 'Amber asks there for: {scopes}.',
  'sign-ins.there.nothing': 'Amber asks there for no particular rights.',
  'sign-ins.there.means':
    'What you type there stays there. Amber keeps what it is given sealed, and you can sign out at any time.',
  'sign-ins.there.go': 'Continue to {host}',
  'sign-ins.not-now': 'Not now',
  'sign-ins.inbox': 'Answers that wait for a sign-in',
  'sign-ins.inbox.own': 'Without it the answer in <chat>chat</chat> stays incomplete.',
  'sign-ins.inbox.other': 'An answer to {owner} is incomplete without it.',
} as const;
