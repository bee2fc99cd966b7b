import 'server-only';
/**
 * `search_tools` for a client: searches everything its token reaches by the words of a query. Whatever it finds can be
 * called at once, listed or not. For the gate and the ledger it is a tool like any other.
 */
import { builtInTool, withBuiltIns } from '@/lib/agent/built-in';
import { searchTools } from '@/lib/agent/tool-selection/search-tools';
import type { CallOutcome, ConnectedTool, Connections } from '@/lib/tools/types';
import { quoted } from '@/lib/values/text';
import { offeredTools } from '../offered';
import type { OutsideServices } from '../services';
import type { Visitor } from '../visitor';
import { signInWords } from './sign-in';
import { toldOf } from './told';

const HITS = 8;
/** How many characters the schemas in one answer may have together; tools beyond that are found by name only. */
const MOST_SCHEMAS = 60_000;

export const OUTSIDE_SEARCH: ConnectedTool = builtInTool({
  name: 'search_tools',
  title: 'Search tools',
  description:
    'Finds tools of connected servers, also those that are not listed here. Say in a few words what the tool should do, with the verb (list, create, delete) and the thing; or its name. Each is told with the arguments it takes, and can be called at once by its name.',
  inputSchema: {
    type: 'object',
    properties: {
      query: {
        type: 'string',
        minLength: 1,
        maxLength: 500,
        description: 'What the tool should do, or its name.',
      },
    },
    required: ['query'],
    additionalProperties: false,
  },
});

/** The reason may reveal something about the installation, as in a chat. */
const WHY = 'Some of its tools are missing. An admin can see why.';

/** The visitor's connections, with the search answered in this process. */
export function searching(services: OutsideServices, visitor: Visitor): Connections {
  const answer = ({ query = '' }: { query?: unknown }) => answerOf(services, visitor, String(query));
  return withBuiltIns(services.deps.connectionsFor(visitor.caller), { [OUTSIDE_SEARCH.name]: answer });
}

async function answerOf(services: OutsideServices, visitor: Visitor, query: string): Promise<CallOutcome> {
  const { further, problems } = await offeredTools(services, visitor);
  const tools = found(further, query).map(toldOf);
  const isAdmin = visitor.caller.role === 'admin';
  const missing = problems.map(
    (one) => signInWords(services, visitor, one) ?? `${quoted(one.server)}: ${isAdmin ? one.message : WHY}`,
  );
  let left = MOST_SCHEMAS;
  const told = tools.map(({ inputSchema, ...tool }) => {
    left -= JSON.stringify(inputSchema).length;
    return left >= 0 ? { ...tool, inputSchema } : tool;
  });
  const structured = { tools: told, ...(missing.length > 0 && { missing }) };
  return { isError: false, text: JSON.stringify(structured), structured };
}

/** A tool that the query names comes first. */
function found(tools: readonly ConnectedTool[], query: string): ConnectedTool[] {
  const words = new Set(query.split(/[^\p{L}\p{N}_-]+/u));
  const named = tools.filter(({ modelName }) => words.has(modelName));
  const hits = searchTools({ tools, query, limit: HITS }).map(({ tool }) => tool);
  return [...new Set([...named, ...hits])].slice(0, HITS);
}
