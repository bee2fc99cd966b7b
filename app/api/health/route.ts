/** Whether Amber answers and its database does; for monitors, without a session. */
import { health } from '@/lib/health';
import { methods, openEndpoint } from '@/lib/http/route';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: openEndpoint({ handle: health }),
});
