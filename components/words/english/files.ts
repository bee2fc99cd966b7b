/** Files that people attach to messages, and chats of other apps. */
export const FILES = {
  'files.outside-file':
    'The file “<name>name</name>” brought in words from outside. Until an admin clears this, changes here ask first.',
  'files.outside-imported':
    'This chat was imported from {app}: all of it comes from outside. Until an admin clears this, changes here ask first.',
} as const;
