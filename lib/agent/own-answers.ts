import 'server-only';
/** The tools that this process answers itself, and their answers in one chat. */
import type { Queryable } from '@/db/client';
import type { ConnectedTool, Connections } from '@/lib/tools/types';
import { withBuiltIns } from './built-in';
import { SEARCH_TOOL, type Search, searchAnswer } from './search-tool';
import { SHOW_TOOLS, showAnswers } from './showing/show-tools';

export const OWN_TOOLS: readonly ConnectedTool[] = [SEARCH_TOOL, ...SHOW_TOOLS];

export function withOwnAnswers(
  connections: Connections,
  { db, chatId, search }: { db: Queryable; chatId: string; search: Search },
): Connections {
  return withBuiltIns(connections, {
    [SEARCH_TOOL.name]: searchAnswer(search),
    ...showAnswers(db, chatId),
  });
}
