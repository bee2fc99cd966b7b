import { say } from '@/components/words/say';
import { BUILT_IN_SERVER } from '@/lib/tools/own-server-name';

/** In a list of servers: what answers beside the model is told from our own server, which is called the same but for a capital. */
export const serverWords = (server: string): string =>
  server === BUILT_IN_SERVER ? say('server.itself') : server;
