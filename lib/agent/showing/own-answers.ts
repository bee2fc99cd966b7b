import 'server-only';
/** The tools that this process answers itself, and their answers in one chat. */
import type { ConnectedTool } from '@/lib/tools/types';
import { withBuiltIns } from '../built-in';
import { SEARCH_TOOL, type Search, searchAnswer } from '../search-tool';
import type { TurnContext } from '../turn-context';
import { SHOW_TOOLS, showAnswers } from './show-tools';

export const OWN_TOOLS: readonly ConnectedTool[] = [SEARCH_TOOL, ...SHOW_TOOLS];

/** The same context, in which they are answered. */
export function withOwnAnswers(context: TurnContext, search: Search): TurnContext {
  const { db, chatId, connections } = context;
  const answers = { [SEARCH_TOOL.name]: searchAnswer(search), ...showAnswers(db, chatId) };
  return { ...context, connections: withBuiltIns(connections, answers) };
}
