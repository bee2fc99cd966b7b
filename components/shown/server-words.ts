import { say } from '@/components/words/say';
import { BUILT_IN_SERVER } from '@/lib/tools/own-server-name';

/**
 * In a list of servers the built-in one needs another name: it differs from our own server's only in a capital letter.
 */
export const serverWords = (server: string): string =>
  server === BUILT_IN_SERVER ? say('server.itself') : server;
