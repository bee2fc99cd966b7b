/** The workspace's files beside a chat. */
export const FOLDER = {
  'folder.title': 'Files',
  'folder.changed': 'Changed in this chat',
  'folder.all': 'All files',
  'folder.none': 'Nothing that this chat changed stands otherwise now than before.',
  'folder.patch': 'Download as patch',
  'folder.added': 'added',
  'folder.edited': 'changed',
  'folder.deleted': 'deleted',
  'folder.no-diff': 'No difference is shown: it is no text, too large, or may hold credentials.',
  'folder.cut': 'More files have changed than are shown.',
  'folder.empty': 'Empty',
  'folder.more': 'Show more',
} as const;
