/** Whether Amber and its database answer; for monitors and proxies, without a session. */
import { AppError } from '@/lib/errors';
import { type Health, health } from '@/lib/health';
import { methods, openEndpoint } from '@/lib/http/route';
import { isLeaving } from '@/lib/http/shutdown';

const answer = openEndpoint({
  handle(): Promise<Health> {
    if (isLeaving()) throw new AppError('unavailable', 'This process is about to end.', {}, 1);
    return health();
  },
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: answer, HEAD: answer });
