/** What a client of a server is made from, and how it stands with it. */
import type { ServerLog } from '@/lib/transport/log-lines';
import type { Transport } from '@/lib/transport/transport';

export interface ServerOptions {
  /** Ways to reach it, in the order in which they are tried: the next where one turns out not to be spoken there. */
  ways: readonly (() => Transport)[];
  capabilities?: Record<string, unknown>;
  handshakeMs?: number;
  sessionTrustedMs?: number;
  /** Whether the next is begun only when the last has gone: two programs of one kind are in each other's way. */
  isOneAtATime?: boolean;
  /** Removes secrets from what is shown of the server. */
  clean?: (text: string, most?: number) => string;
  /** Told when the server says that its tools are others now. */
  onToolsChanged?: () => void;
  /** Keeps what the server writes to its log. */
  log?: ServerLog;
  /** Whether it is used with the token of a sign-in. */
  isSignedIn?: boolean;
}

/** How it stands with a connection. */
export interface LinkStatus {
  /** `idle`: nobody has needed it yet, or it has been ended since. */
  state: 'idle' | 'connecting' | 'ready' | 'failed' | 'needs-sign-in';
  protocolVersion?: string;
  /** The server's own name and version of itself. */
  serverInfo?: string;
  /** What last went wrong, for admins; kept when it has been mended since. `at`: ISO 8601, UTC. */
  lastError?: { message: string; at: string };
}
