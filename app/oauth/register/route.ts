/** Clients that register themselves (RFC 7591). */
import { routeOf } from '@/lib/outside/sign-in/own-sign-in';
import { answerRegistration } from '@/lib/outside/sign-in/serve';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeOf(answerRegistration);
