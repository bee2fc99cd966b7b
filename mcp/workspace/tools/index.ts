/** All tools of the workspace, in the order in which they are listed. The only list. */
import type { WorkspaceTool } from '../define-tool';
import { bash, bashPreview, bashRisk } from './bash';
import { bashEnd, bashEndPreview, bashEndRisk, bashOutput } from './bash-background';
import { deleteFile, deleteFilePreview, deleteFileRisk } from './delete-file';
import { glob } from './glob';
import { grepSearch } from './grep-search';
import { listDirectory } from './list-directory';
import { makeDirectory, makeDirectoryPreview, makeDirectoryRisk } from './make-directory';
import { moveFile, moveFilePreview, moveFileRisk } from './move-file';
import { patchFile, patchFilePreview, patchFileRisk } from './patch-file';
import { readFile, readFilePreview, readFileRisk } from './read-file';
import { indexWorkspace, semanticSearch } from './semantic-search';
import { strReplace, strReplacePreview, strReplaceRisk } from './str-replace';
import { architect, delegateTask } from './sub-agents';
import { todoRead, todoWrite } from './todos';
import { webFetch } from './web-fetch';
import { workspaceUndo, workspaceUndoPreview, workspaceUndoRisk } from './workspace-undo';
import { writeFile, writeFilePreview, writeFileRisk } from './write-file';

export const workspaceTools: readonly WorkspaceTool[] = [
  readFile,
  readFilePreview,
  readFileRisk,
  listDirectory,
  glob,
  grepSearch,
  indexWorkspace,
  semanticSearch,
  writeFile,
  writeFilePreview,
  writeFileRisk,
  strReplace,
  strReplacePreview,
  strReplaceRisk,
  patchFile,
  patchFilePreview,
  patchFileRisk,
  moveFile,
  moveFilePreview,
  moveFileRisk,
  deleteFile,
  deleteFilePreview,
  deleteFileRisk,
  makeDirectory,
  makeDirectoryPreview,
  makeDirectoryRisk,
  bash,
  bashPreview,
  bashRisk,
  bashOutput,
  bashEnd,
  bashEndPreview,
  bashEndRisk,
  webFetch,
  workspaceUndo,
  workspaceUndoPreview,
  workspaceUndoRisk,
  architect,
  delegateTask,
  todoRead,
  todoWrite,
];
