import 'server-only';
/** The tools that this process answers itself, and their answers in one chat. */
import { PLAN_TOOL } from '@/lib/plans/plan-tool';
import type { CallOutcome, ConnectedTool } from '@/lib/tools/types';
import { withBuiltIns } from '../built-in';
import { SEARCH_TOOL, type Search, searchAnswer } from '../search-tool';
import type { TurnContext } from '../turn-context';
import { SHOW_TOOLS, showAnswers } from './show-tools';

export const OWN_TOOLS: readonly ConnectedTool[] = [SEARCH_TOOL, PLAN_TOOL, ...SHOW_TOOLS];

/** A person has confirmed it: the call itself does nothing more. */
const BEGINS: CallOutcome = {
  isError: false,
  text: 'Confirmed. Its steps run now, one by one; do not make these calls yourself.',
  structured: undefined,
};

/** The same context, in which they are answered. */
export function withOwnAnswers(context: TurnContext, search: Search): TurnContext {
  const { db, chatId, connections } = context;
  const answers = {
    [SEARCH_TOOL.name]: searchAnswer(search),
    [PLAN_TOOL.name]: () => BEGINS,
    ...showAnswers(db, chatId),
  };
  return { ...context, connections: withBuiltIns(connections, answers) };
}
