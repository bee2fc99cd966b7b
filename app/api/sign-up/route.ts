/** Making an account: the first one of a deployment, or that of an invited person. */
import { SignUpBody, signUp } from '@/lib/auth/sign-up-request';
import { methods, openEndpoint } from '@/lib/http/route';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: openEndpoint({ body: SignUpBody, handle: ({ body, request }) => signUp(body, request.headers) }),
});
