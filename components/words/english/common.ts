/** Words used in many places. */
export const COMMON = {
  'account.label': 'Account',
  'account.sign-out': 'Sign out',
  'account.not-signed-out': 'You are still signed in: the server could not be reached.',
  'role.viewer': 'Viewer',
  'role.member': 'Member',
  'role.admin': 'Admin',
  'role.auditor': 'Auditor',
  'server.itself': 'Amber itself',
  'error.server': 'The server could not do this now. Try again in a moment.',
  'error.network': 'The server cannot be reached. Check the connection and try again.',
} as const;
