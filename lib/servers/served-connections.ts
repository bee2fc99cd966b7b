/** A caller's servers, as those who looks after them uses them. */

import type { Connections, ListOptions } from '@/lib/tools/types';
import type { ServerConfig } from '@/lib/transport/server-config';
import type { AskableServer } from './askable-server';
import type { Review } from './review';
import type { SignInWay } from './team-servers';

/** Why a server cannot be used as it was entered. */
export interface ProbeProblem {
  /** In words. */
  message: string;
  /** It wants to know who asks. */
  needsSignIn: boolean;
}

/** As `Connections`, for those who look after the servers. */
export interface ServedConnections extends Connections {
  /** The servers with all that they offer, also what is off. */
  review(options?: ListOptions): Promise<Review>;
  /** Whether a server that is on no list yet answers: why it does not; null: it does. */
  probe(config: ServerConfig): Promise<ProbeProblem | null>;
  /** A server of the team as it is listed by now. @throws when that cannot be read */
  configNamed(name: string): Promise<ServerConfig | undefined>;
  /** All of them, our own first, to be asked for what they offer beside tools. Connects nothing. @throws when they cannot be read */
  askable(): Promise<AskableServer[]>;
  /** The small picture that a server names for one of its tools, or for itself. Connects nothing. */
  iconOf(server: string, tool?: string): Promise<{ mimeType: string; bytes: Buffer } | undefined>;
  /** How one signs in there. */
  signInWayOf(config: ServerConfig): SignInWay;
  /** What the server said last of the sign-in that it wants (`WWW-Authenticate`); undefined: it said nothing yet. */
  challengeOf(name: string): string | null | undefined;
}
