'use client';
/** The menu item of a chat that opens the workspace's files; the dialog is loaded then. */
import { FolderTree } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useWorkspace } from '@/components/shell/workspace';
import { Icon } from '@/components/ui/icon';
import { later } from '@/components/ui/later';
import { MenuItem } from '@/components/ui/menu';
import { say } from '@/components/words/say';

const FilesDialog = later(() => import('./files-dialog').then((part) => part.FilesDialog));

/** Nothing if the team has no workspace. */
export function useFiles(chatId: string | null): { item: ReactNode; dialog: ReactNode } {
  const [open, setOpen] = useState(false);
  const { viewer } = useWorkspace();
  if (!viewer.hasFiles || chatId === null) return { item: null, dialog: null };
  return {
    item: (
      <MenuItem onSelect={() => setOpen(true)}>
        <Icon of={FolderTree} />
        {say('folder.title')}
      </MenuItem>
    ),
    dialog: open && <FilesDialog chatId={chatId} onClose={() => setOpen(false)} />,
  };
}
