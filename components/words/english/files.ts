/** Files that people attach to messages, and chats of other apps. */
export const FILES = {
  'files.attach': 'Attach files',
  'files.chosen': 'Files for this message',
  'files.limits':
    'Up to {count} files of {size} each, pictures up to {picture}. What they say comes from outside your team: from then on, Amber asks before it changes anything.',
  'files.unread': 'The offline model reads no files: only their names go along. A real model reads them.',
  'files.drop': 'Drop the files to attach them',
  'files.wait': 'Waiting for the files to upload',
  'files.uploading': 'uploading…',
  'files.ready': 'ready',
  'files.attached-count': '{count, plural, one {# file is attached.} other {# files are attached.}}',
  'files.remove': 'Remove {name}',
  'files.unnamed': 'File',
  'files.too-many': 'Not attached: a message takes {most} files at most.',
  'files.too-large': 'Not attached: a file may be {size} at most.',
  'files.attached': 'Attached files',
  'files.picture': 'Attached picture {name}, opens in full',
  'files.snapshot': 'Attached: <name>name</name> ({size})',
  'files.cut': 'only the beginning is read',
  'files.kind.image': 'Picture',
  'files.kind.text': 'Text',
  'files.kind.table': 'Table',
  'files.kind.sheet': 'Spreadsheet',
  'files.kind.pdf': 'PDF',
  'files.kind.document': 'Document',
  'import.title': 'Import chats',
  'import.hint':
    'Bring over your chats from ChatGPT or Claude: choose the zip file that they export, or the file conversations.json in it, up to 60 MB. What was said comes in as text; what tools did is not repeated. Each chat comes in once, and counts as coming from outside.',
  'import.choose': 'Choose a file…',
  'import.doing': 'Importing…',
  'import.failed': 'Nothing was imported.',
  'import.taken':
    '{chats, plural, one {# chat} other {# chats}} imported, with {messages, plural, one {# message} other {# messages}}.',
  'import.left.known':
    '{count, plural, one {# chat was} other {# chats were}} imported before, or is deleted and can still be restored.',
  'import.left.empty': '{count, plural, one {# chat has} other {# chats have}} no words in it.',
  'import.left.broken': '{count, plural, one {# entry is} other {# entries are}} in an unknown format.',
  'import.left.beyond':
    '{count, plural, one {# chat is} other {# chats are}} more than one person can import: 10,000 chats, and 200 million characters in all. Delete imported chats that you do not need; they are gone for good after 30 days.',
  'import.left.tools': '{count, plural, one {# step} other {# steps}} of tools left out.',
  'import.left.files': '{count, plural, one {# picture or file} other {# pictures and files}} left out.',
  'import.left.cut':
    '{count, plural, one {# message was} other {# messages were}} too long or too old, and cut or left out.',
  'files.outside-file':
    'The file “<name>name</name>” in this chat counts as words from outside. Until an admin clears this, Amber asks here before it changes anything.',
  'files.outside-imported':
    'This chat was imported from {app}: all of it comes from outside. Until an admin clears this, Amber asks here before it changes anything.',
} as const;
