/** Metrics of this process and the installation, for Prometheus: with the operator's token, without a session. */
import { database } from '@/lib/database';
import { env } from '@/lib/env';
import { methods, openEndpoint } from '@/lib/http/route';
import { scrape } from '@/lib/seeing/scrape';

const answer = openEndpoint({
  handle: ({ request }) =>
    scrape(request.headers, env().seeing.metricsToken, async () => (await database()).db),
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: answer, HEAD: answer });
