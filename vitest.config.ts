import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { tellingStore } from './scripts/house/both-databases.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Tests of what a browser shows. */
const PAGES = ['{app,components}/**/*.test.{ts,tsx}'];
const FOR_PAGES = ['./components/words/testing/wait-patiently.ts'];
const NOT_OURS = ['node_modules/**', '.next/**', 'e2e/specs/**'];
/**
 * Tests that mock modules, and those with settings of their own, which a process reads once: each file has a separate
 * process.
 */
const APART = globSync('{app,components,db,e2e,lib,mcp,scripts}/**/*.test.{ts,tsx}', { cwd: here('.') })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => /\bvi\.(?:mock|doMock|stubEnv|resetModules)\(/.test(readFileSync(here(file), 'utf8')))
  .map((file) => file.replace(/[()[\]]/g, '\\$&'));

export default defineConfig({
  plugins: [tellingStore()],
  resolve: {
    alias: {
      '@': here('.'),
      // Next resolves this guard itself; outside Next its "server" half is an empty file.
      'server-only': here('./node_modules/server-only/empty.js'),
    },
  },
  test: {
    setupFiles: [
      './scripts/house/log-to-console.ts',
      './scripts/house/wait-patiently.ts',
      './components/words/testing/speak-english.ts',
      './lib/auth/testing/cheap-passwords.ts',
    ],
    silent: 'passed-only',
    // By default it leaves one core to others; of two that is half. Waiting leaves room for a third.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    testTimeout: 180_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    projects: [
      { extends: true, test: { name: 'apart', include: APART, exclude: [...NOT_OURS, '**/*.test.tsx'] } },
      {
        extends: true,
        test: {
          name: 'pages apart',
          include: APART,
          exclude: [...NOT_OURS, '**/*.test.ts'],
          setupFiles: FOR_PAGES,
        },
      },
      // Half the CPU time of a process for each.
      {
        extends: true,
        test: {
          name: 'pages',
          include: PAGES,
          exclude: [...NOT_OURS, ...APART],
          setupFiles: FOR_PAGES,
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['**/*.test.{ts,tsx}'],
          exclude: [...NOT_OURS, ...PAGES, ...APART],
          // One process for many files, which finds the server's modules already loaded and compiled: a third of the
          // time.
          isolate: false,
        },
      },
    ],
  },
});
