/** The permitted names of a folder. */
import { z } from 'zod';
import { LONGEST_FOLDER_NAME } from '@/lib/chats/folder-view';

export const folderName = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(LONGEST_FOLDER_NAME, `must have at most ${LONGEST_FOLDER_NAME} characters`);
