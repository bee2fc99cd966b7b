/**
 * Where people return from signing in at another server. They are sent on to one of our pages: the chat in which it
 * began, the settings, or the page that says why it failed. Nothing in the address is trusted or shown.
 */
import { getCaller } from '@/lib/auth/session';
import { isAppError } from '@/lib/errors';
import { methods, openEndpoint } from '@/lib/http/route';
import type { Caller } from '@/lib/people/caller';
import { works } from '@/lib/people/roles';
import { finish } from '@/lib/sign-ins/finish';
import { addressOf, signInContextOf, tellSignIns } from '../../api/servers/sign-in-context';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: openEndpoint({
    async handle({ request }) {
      const headers = {
        location: `${addressOf(request.headers)}${await next(request)}`,
        'referrer-policy': 'no-referrer',
      };
      return new Response(null, { status: 303, headers });
    },
  }),
});

async function next(request: Request): Promise<string> {
  const caller = await getCaller(request.headers);
  // A signed-out person has no attempt that could be finished.
  if (!caller || !works(caller.role)) return '/oauth/failed';
  const context = await signInContextOf(caller, request);
  try {
    const { server, chatId } = await finish(context, new URL(request.url).searchParams);
    await tellSignIns(context);
    return chatId === null ? settingsOf(caller, server) : `/chat/${encodeURIComponent(chatId)}`;
  } catch (error) {
    if (!isAppError(error)) throw error;
    const { attempt } = error.details;
    return typeof attempt === 'string' ? `/oauth/failed?attempt=${attempt}` : '/oauth/failed';
  }
}

const settingsOf = ({ role }: Caller, server: string): string =>
  role === 'admin' ? `/settings/servers#server-${encodeURIComponent(server)}` : '/settings/sign-ins';
