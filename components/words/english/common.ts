/** What many rooms say. */
export const COMMON = {
  'role.viewer': 'Viewer',
  'role.member': 'Member',
  'role.admin': 'Admin',
  'error.server': 'The server could not do this now. Try again in a moment.',
  'error.network': 'The server cannot be reached. Check the connection and try again.',
} as const;
