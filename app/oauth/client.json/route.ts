/** What Amber says of itself to authorization servers that take a document for a client (https only). */
import { env } from '@/lib/env';
import { methods, openEndpoint } from '@/lib/http/route';
import { clientDocument } from '@/lib/sign-ins/context';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: openEndpoint({
    handle: async () => clientDocument(env().appUrl),
  }),
});
