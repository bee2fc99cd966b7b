/** Where clients of our tools sign in (RFC 9728), for those that ask at the root. */
import { routeOf } from '@/lib/outside/sign-in/own-sign-in';
import { answerResourceMetadata } from '@/lib/outside/sign-in/serve';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeOf(answerResourceMetadata);
