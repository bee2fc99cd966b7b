/** Whether Amber answers and its database does; for monitors, without a session. */
import { health } from '@/lib/health';
import { methods, openEndpoint } from '@/lib/http/route';

const answer = openEndpoint({ handle: health });

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: answer, HEAD: answer });
