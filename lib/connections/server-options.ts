/** The options of a client of a server, and its state. */
import type { ServerLog } from '@/lib/transport/log-lines';
import type { Transport } from '@/lib/transport/transport';

export interface ServerOptions {
  /** The transports to try, in order: the next one if the server turns out not to speak this one. */
  ways: readonly (() => Transport)[];
  capabilities?: Record<string, unknown>;
  handshakeMs?: number;
  sessionTrustedMs?: number;
  /** Whether each attempt waits until the one before has gone: two instances of one program are in each other's way. */
  isOneAtATime?: boolean;
  /** Removes secrets from everything that is shown about the server. */
  clean?: (text: string, most?: number) => string;
  /** Called when the server announces that its tools have changed. */
  onToolsChanged?: () => void;
  /** Collects what the server logs. */
  log?: ServerLog;
  /** Whether it is used with a sign-in's token. */
  isSignedIn?: boolean;
}

/** The state of a connection. */
export interface LinkStatus {
  /** `idle`: nobody has needed it yet, or it has been closed since. */
  state: 'idle' | 'connecting' | 'ready' | 'failed' | 'needs-sign-in';
  protocolVersion?: string;
  /** The name and version that the server gives itself. */
  serverInfo?: string;
  /** The last failure, for admins; kept even after it is resolved. `at`: ISO 8601, UTC. */
  lastError?: { message: string; at: string };
}
