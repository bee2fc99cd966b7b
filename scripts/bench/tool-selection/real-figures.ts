/**
 * The tools of real servers, and how well they are found by messages that were written before the selection was tuned
 * on them.
 */
import { toolIndexes } from '@/lib/agent/tool-selection/index-cache';
import { rank } from '@/lib/agent/tool-selection/rank';
import { permittedOf } from '@/lib/agent/tool-selection/safety';
import { searchTools } from '@/lib/agent/tool-selection/search-tools';
import { selectTools } from '@/lib/agent/tool-selection/select-tools';
import { realMessages, realTools } from '@/lib/agent/tool-selection/testing/real-tools';
import { heldOut } from './data';
import type { RealFigures } from './figures';
import { qualityOf } from './quality';

const LIMIT = 10;

/** @param trusted whether all of the servers are trusted */
export function realFigures(trusted: boolean): RealFigures {
  const tools = realTools(trusted);
  const index = toolIndexes.of(tools);
  const messages = realMessages();
  const queries = messages.map(({ text, tool }) => ({ query: text, relevant: [tool] }));
  const first = (query: string) => {
    const { mask: permitted } = permittedOf(index, undefined, query, () => false);
    return rank(index, query, { permitted, limit: LIMIT }).map(({ tool }) => tool.modelName);
  };
  const offered = messages.filter(({ text, tool }) =>
    selectTools({ tools, message: text, excludeDestructive: true }).tools.some(
      ({ modelName }) => modelName === tool,
    ),
  );
  const names = messages.filter(({ isName }) => isName);
  const searched = names.filter(({ text, tool }) =>
    searchTools({ tools, query: text }).some((hit) => hit.tool.modelName === tool),
  );
  const named = tools.filter(
    ({ name }) => rank(index, `please use ${name} for this`, { limit: 1 })[0]?.tool.name === name,
  );
  return {
    tools: tools.length,
    trusted,
    quality: qualityOf(queries, first),
    heldOut: qualityOf(heldOut(queries), first),
    offered: offered.length / messages.length,
    searched: searched.length / names.length,
    named: named.length / tools.length,
  };
}
