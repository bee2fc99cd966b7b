/** Every tool of the workspace, in the order in which they are listed. The only list. */
import type { WorkspaceTool } from '../define-tool';
import { bash, bashPreview, bashRisk } from './bash';
import { deleteFile, deleteFilePreview } from './delete-file';
import { glob } from './glob';
import { grepSearch } from './grep-search';
import { listDirectory } from './list-directory';
import { makeDirectory } from './make-directory';
import { moveFile, moveFilePreview } from './move-file';
import { patchFile, patchFilePreview } from './patch-file';
import { readFile } from './read-file';
import { strReplace, strReplacePreview } from './str-replace';
import { todoRead, todoWrite } from './todos';
import { writeFile, writeFilePreview } from './write-file';

export const workspaceTools: readonly WorkspaceTool[] = [
  readFile,
  listDirectory,
  glob,
  grepSearch,
  writeFile,
  writeFilePreview,
  strReplace,
  strReplacePreview,
  patchFile,
  patchFilePreview,
  moveFile,
  moveFilePreview,
  deleteFile,
  deleteFilePreview,
  makeDirectory,
  bash,
  bashPreview,
  bashRisk,
  todoRead,
  todoWrite,
];
