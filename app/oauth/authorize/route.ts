/**
 * Where a client sends its person's browser: the request is stored, and the browser is redirected to the page on which
 * it is decided. It is never redirected to another site from here.
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
