/** haproxy and PgBouncer for what is shown with several processes: the system's, installed where that is allowed. */
import { existsSync } from 'node:fs';
import { run } from './run.mjs';

const PROGRAMS = { haproxy: '/usr/sbin/haproxy', pgbouncer: '/usr/sbin/pgbouncer' };
const ONE_COMMAND = 'apt-get install -y --no-install-recommends haproxy pgbouncer';

const missing = () => Object.values(PROGRAMS).filter((path) => !existsSync(path));

/** Makes sure that both are there. As root it installs them; otherwise it says how and ends the process. */
export async function ensureProxies() {
  if (missing().length === 0) return PROGRAMS;
  if (process.getuid?.() === 0) {
    console.log('Installing haproxy and PgBouncer (once) ...');
    const install = `apt-get update && ${ONE_COMMAND}`;
    await run('sh', ['-c', install], { stdio: ['ignore', 'ignore', 'inherit'] });
    if (missing().length === 0) return PROGRAMS;
  }
  console.error(`\nThis needs haproxy and PgBouncer, on Debian: ${ONE_COMMAND}\n`);
  process.exit(1);
}
