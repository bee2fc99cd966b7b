/**
 * Where a client sends its person's browser: what it asks for is written down, and the browser goes on to the page on which that is
 * decided. Nobody is ever sent to another address from here.
 */
import { getCaller } from '@/lib/auth/session';
import { track } from '@/lib/http/shutdown';
import { answerAuthorize } from '@/lib/outside/sign-in/authorize';
import { ownSignIn } from '@/lib/outside/sign-in/own-sign-in';
import { sayOnServer } from '../../language';

export const GET = (request: Request): Promise<Response> => track(answer(request));

async function answer(request: Request): Promise<Response> {
  const caller = await getCaller(request.headers).catch(() => null);
  const refused = () => sayOnServer('allow.refused');
  return answerAuthorize(await ownSignIn(), request, { who: caller?.userId, refused });
}
