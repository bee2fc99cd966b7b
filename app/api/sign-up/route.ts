/** Creating an account: the first one of a deployment, or that of an invited person. */

import { methods, openEndpoint } from '@/lib/http/route';
import { SignUpBody, signUp } from '@/lib/http/sign-up-request';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: openEndpoint({ body: SignUpBody, handle: ({ body, request }) => signUp(body, request.headers) }),
});
