/** A caller's servers, for those who manage them. */

import type { Connections, ListOptions } from '@/lib/tools/types';
import type { ServerConfig } from '@/lib/transport/server-config';
import type { AskableServer } from './askable-server';
import type { Review } from './review';
import type { SignInWay } from './team-servers';

/** Why a server cannot be used as it was entered. */
export interface ProbeProblem {
  /** In words. */
  message: string;
  /** It asks for a sign-in. */
  needsSignIn: boolean;
}

/** Like `Connections`, for those who manage the servers. */
export interface ServedConnections extends Connections {
  /** The servers with everything they offer, including what is off. */
  review(options?: ListOptions): Promise<Review>;
  /** Whether a server that is on no list yet answers: the reason why not; null if it does. */
  probe(config: ServerConfig): Promise<ProbeProblem | null>;
  /**
   * A server of the team as it is listed now.
   * @throws if that cannot be read
   */
  configNamed(name: string): Promise<ServerConfig | undefined>;
  /**
   * All of them, our own first, to be asked for what they offer besides tools. Connects to none.
   * @throws if they cannot be read
   */
  askable(): Promise<AskableServer[]>;
  /** The icon that a server names for one of its tools, or for itself. Connects to none. */
  iconOf(server: string, tool?: string): Promise<{ mimeType: string; bytes: Buffer } | undefined>;
  /** How people sign in there. */
  signInWayOf(config: ServerConfig): SignInWay;
  /** The server's last challenge about the sign-in it wants (`WWW-Authenticate`); undefined if there was none yet. */
  challengeOf(name: string): string | null | undefined;
}
