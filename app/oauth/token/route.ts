/** A code is exchanged for a grant, and a grant is renewed: for clients that sign in. */
import { routeOf } from '@/lib/outside/sign-in/own-sign-in';
import { answerToken } from '@/lib/outside/sign-in/serve';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeOf(answerToken);
