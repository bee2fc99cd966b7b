/** Signing in with a company's own provider, and what is said if it fails. */
export const SINGLE_SIGN_ON = {
  'sign-on.with': 'Continue with {name}',
  'sign-on.or': 'or with a password',
  'sign-on.forced': 'For this address, sign in with {name}.',
  'sign-on.failed.title': 'You are not signed in',
  'sign-on.failed.not-begun':
    'This sign-in was not begun in this browser, has expired, or was used already. Begin it again.',
  'sign-on.failed.too-many': 'Too many sign-ins were begun from your network. Try again in ten minutes.',
  'sign-on.failed.refused': 'The sign-in was cancelled, or your company’s sign-in refused it.',
  'sign-on.failed.unreachable': 'Your company’s sign-in does not answer just now. Try again in a minute.',
  'sign-on.failed.not-proven':
    'What your company’s sign-in answered could not be trusted. Try again; if it stays so, tell whoever runs Amber.',
  'sign-on.failed.not-verified':
    'Your company’s sign-in does not confirm your email address. Ask your IT department to have it verified.',
  'sign-on.failed.not-yours':
    'Your email address is not among those that may sign in this way. Ask an admin of your team.',
  'sign-on.failed.other-account':
    'This sign-in cannot be joined to an account here. Ask an admin of your team.',
  'sign-on.failed.not-in-team': 'You are not in the team any more. Ask an admin for an invitation.',
  'sign-on.failed.no-role': 'You are in no group that may use Amber. Ask your IT department.',
  'sign-on.failed.no-team':
    'The team that people join this way does not exist here. Tell whoever runs Amber: docs/single-sign-on.md says how it is named.',
} as const;
