/** How clients sign in (RFC 8414). */
import { routeOf } from '@/lib/outside/sign-in/own-sign-in';
import { answerServerMetadata } from '@/lib/outside/sign-in/serve';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeOf(answerServerMetadata);
