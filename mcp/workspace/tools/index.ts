/** Every tool of the workspace, in the order in which they are listed. The only list. */
import type { WorkspaceTool } from '../define-tool';
import { bash, bashPreview, bashRead } from './bash';
import { glob } from './glob';
import { grepSearch } from './grep-search';
import { listDirectory } from './list-directory';
import { readFile } from './read-file';
import { todoRead, todoWrite } from './todos';

export const workspaceTools: readonly WorkspaceTool[] = [
  readFile,
  listDirectory,
  glob,
  grepSearch,
  bashRead,
  bash,
  bashPreview,
  todoRead,
  todoWrite,
];
