import 'server-only';
/**
 * Whether the tools of an answer are still what they were when it began: while the model answers, admins may turn off a
 * tool or withdraw a vouch, and a server may change its declarations.
 */
import { OWN_SERVER } from '@/lib/tools/own-server-name';
import type { ConnectedTool, Connections, ToolListing } from '@/lib/tools/types';
import { isBuiltIn } from './built-in';

const CHANGED =
  'has changed, or is off, since this answer began. Nothing ran; it can be asked for again after this answer.';

/** These belong to no server that could change: our own tools, and what this process answers itself. */
function isOurs(tool: ConnectedTool): boolean {
  return tool.server === OWN_SERVER || isBuiltIn(tool);
}

export class ServerWatch {
  /** @param newest the version with which the answer began; absent: everything is checked again */
  constructor(
    private readonly connections: Connections,
    private newest?: ToolListing,
  ) {}

  /**
   * Checks again if something may have changed.
   * @param version of the team's servers, at this moment
   * @returns why the tool may not be called; undefined if it is unchanged
   */
  async changeOf(tool: ConnectedTool, version: number): Promise<string | undefined> {
    if (isOurs(tool)) return undefined;
    const isUpToDate = this.newest && (this.newest.serversVersion ?? version) === version;
    if (!isUpToDate || !this.connections.isCurrent(tool)) {
      this.newest = await this.connections.list({ waitFor: [tool.server], forPages: true, forOrders: true });
    }
    const present = this.found(tool);
    // A call that asks shows every word on its card; one that need not ask is bound by the tool's contract, which
    // includes trust and address.
    return present?.contractHash === tool.contractHash ? undefined : `The tool ${tool.modelName} ${CHANGED}`;
  }

  /** Whether nothing is known to have changed since this version of the team's servers; makes no requests. */
  isSame(tool: ConnectedTool, version: number): boolean {
    if (isOurs(tool)) return true;
    return this.newest?.serversVersion === version && this.connections.isCurrent(tool);
  }

  /** The tool as its server declares it now; undefined if it does not exist, or is off. */
  async present(tool: ConnectedTool): Promise<ConnectedTool | undefined> {
    this.newest = await this.connections.list({ fresh: tool.server, forPages: true, forOrders: true });
    return this.found(tool);
  }

  /** The same if no requests can be made: why the tool may not be called if anything has changed since `present`. */
  changeSinceLook(tool: ConnectedTool, version: number): string | undefined {
    const isSame = isOurs(tool) || (this.newest?.serversVersion ?? version) === version;
    return isSame
      ? undefined
      : `The servers of the team have changed while ${tool.modelName} was taken. Nothing ran; call again.`;
  }

  private found(tool: ConnectedTool): ConnectedTool | undefined {
    return this.newest?.tools.find(({ server, name }) => server === tool.server && name === tool.name);
  }
}
