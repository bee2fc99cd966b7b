/** Programs for the tests with several processes: the system's, installed if permitted. */
import { existsSync } from 'node:fs';
import { run } from './run.mjs';

const PROXIES = { haproxy: '/usr/sbin/haproxy', pgbouncer: '/usr/sbin/pgbouncer' };

/** haproxy and PgBouncer. */
export const ensureProxies = () =>
  ensure('haproxy and PgBouncer', 'haproxy pgbouncer', () => Object.values(PROXIES).every(existsSync)).then(
    () => PROXIES,
  );

/** A Valkey, or the Redis of every Debian. */
export const ensureValkey = () =>
  ensure('Redis', 'redis-server', () => ['/usr/bin/valkey-server', '/usr/bin/redis-server'].some(existsSync));

/** Makes sure that they exist. As root it installs them; otherwise it says how and ends the process. */
async function ensure(names, packages, areThere) {
  if (areThere()) return;
  const command = `apt-get install -y --no-install-recommends ${packages}`;
  if (process.getuid?.() === 0) {
    console.log(`Installing ${names} (once) ...`);
    const install = `apt-get update && ${command}`;
    await run('sh', ['-c', install], { stdio: ['ignore', 'ignore', 'inherit'] });
    if (areThere()) return;
  }
  console.error(`\nThis needs ${names}, on Debian: ${command}\n`);
  process.exit(1);
}
