import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  resolve: {
    alias: {
      '@': here('.'),
      // Next resolves this guard by itself; outside of Next its "server" half is an empty file.
      'server-only': here('./node_modules/server-only/empty.js'),
    },
  },
  test: {
    include: ['**/*.test.{ts,tsx}'],
    exclude: ['node_modules', '.next', 'e2e/specs'],
    setupFiles: ['./scripts/house/log-to-console.ts'],
    silent: 'passed-only',
    // By itself it leaves one core to others; of two that is half. What waits leaves room for a third.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    // One process for many files, so that each finds the server's modules loaded and compiled: a third of the time.
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
  },
});
