/** A client returns its grant (RFC 7009). */
import { routeOf } from '@/lib/outside/sign-in/own-sign-in';
import { answerRevocation } from '@/lib/outside/sign-in/serve';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeOf(answerRevocation);
