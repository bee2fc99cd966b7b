/**
 * What a tool knows about its caller and about this installation. Created for each request by the code that serves the
 * tools.
 */
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
  /** No mail server is set up: mail becomes a file on this machine and is not delivered to anybody. */
  readonly noMail?: boolean;
}

/** The context plus what belongs to a single call. */
export interface CallContext extends ToolContext {
  /** Aborted when the caller stops waiting. Check it with `throwIfAborted()` before each query and before the commit. */
  readonly signal: AbortSignal;
  /** The caller's id of the call, if it has one; what the call did can later be looked up by it. */
  readonly callId?: string | undefined;
}
