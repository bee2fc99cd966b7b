/** Amber's client metadata document, for authorization servers that accept one (https only). */
import { env } from '@/lib/env';
import { methods, openEndpoint } from '@/lib/http/route';
import { clientDocument } from '@/lib/sign-ins/context';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: openEndpoint({
    handle: async () => clientDocument(env().appUrl),
  }),
});
