/** What a tool knows of its caller and of this installation. Made per request by the code that serves the tools. */
import type { Database } from '@/db/client';
import type { Scope } from './scopes';

/** Where `web_search` asks. Neither given: the tool does not exist. */
export interface WebSearchConfig {
  searxngUrl?: string;
  braveApiKey?: string;
}

export interface ToolContext {
  readonly db: Database;
  readonly teamId: string;
  readonly userId: string;
  readonly scopes: ReadonlySet<Scope>;
  readonly webSearch: WebSearchConfig;
  /** The address people use, for links in mails (no trailing slash). */
  readonly appUrl: string;
  /** No mail server is set up: what is mailed becomes a file on this machine, and reaches nobody by itself. */
  readonly noMail?: boolean;
}

/** The context plus what belongs to one call. */
export interface CallContext extends ToolContext {
  /** Aborted when the caller stops waiting. Check with `throwIfAborted()` before each query and the commit. */
  readonly signal: AbortSignal;
  /** The caller's id of the call, if it has one: what the call did can be asked for by it. */
  readonly callId?: string | undefined;
}
