/** Where people come back to from a sign-in at another server. They go on to a page of ours. */
import { env } from '@/lib/env';
import { endpoint, methods } from '@/lib/http/route';
import { finish } from '@/lib/sign-ins/finish';
import { signInContextOf } from '../../api/servers/sign-in-context';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint({
    async handle({ caller, request }) {
      const query = new URL(request.url).searchParams;
      const { chatId } = await finish(await signInContextOf(caller, request), query);
      const to = chatId === null ? '/' : `/chat/${encodeURIComponent(chatId)}`;
      const headers = { location: `${env().appUrl}${to}`, 'referrer-policy': 'no-referrer' };
      return new Response(null, { status: 303, headers });
    },
  }),
});
