/** Signing in and out, and the current session, handled by better-auth. */
import { authResponse } from '@/lib/http/auth-handler';

export {
  authResponse as DELETE,
  authResponse as GET,
  authResponse as HEAD,
  authResponse as OPTIONS,
  authResponse as PATCH,
  authResponse as POST,
  authResponse as PUT,
};
