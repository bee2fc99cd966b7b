/** Our own tools as one more MCP server: asked through its handler, so that nothing leaves the process. */

import type { Caller } from '@/lib/people/caller';
import type { ToolContext } from '@/mcp/context';
import { type Role, scopesOf } from '@/mcp/scopes';
import { createToolsHandler } from '@/mcp/server';
import type { OwnServer } from './pool';

/** No server listens at this address. */
const OWN_URL = 'http://amber.internal/mcp';

/** What our tools get besides the caller. */
export type OwnServices = Pick<ToolContext, 'db' | 'webSearch' | 'appUrl' | 'noMail'>;

/** The server as `createConnections` takes it; `services` is called for every request. */
export function ownServer(services: () => OwnServices | Promise<OwnServices>): OwnServer {
  const handler = createToolsHandler();
  const fetchFor = ({ teamId, userId, role }: Caller): ReturnType<OwnServer['fetchFor']> => {
    const scopes = scopesOf(role);
    return async (url, init) => {
      const context = { ...(await services()), teamId, userId, scopes };
      return handler.handle(new Request(url, init), context);
    };
  };
  const variantOf = ({ role }: Caller): Role => role;
  return { url: OWN_URL, variantOf, fetchFor };
}
