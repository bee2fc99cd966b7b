import type { ServerHealth } from '@/lib/tools/health';
import { callLimits } from '@/lib/tools/limits';
import type { ServerConfig } from '@/lib/transport/server-config';

/** For a server that nobody in the team has needed yet. */
export function idleHealth(config: ServerConfig): ServerHealth {
  const { name, url, trusted, program, origin = 'file' } = config;
  const { silenceMs, totalMs } = callLimits(config);
  return {
    server: name,
    url,
    origin,
    trusted,
    kind: program ? 'program' : 'address',
    state: 'idle',
    tools: null,
    stderr: program ? [] : null,
    silenceMs,
    totalMs,
    log: [],
  };
}
