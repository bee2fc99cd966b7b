/** End-to-end tests: each spec starts servers of its own, in Chromium only. */
import { defineConfig } from '@playwright/test';
import { systemChromium } from './scripts/prepare/chromium.mjs';

export default defineConfig({
  testDir: './e2e/specs',
  globalSetup: './e2e/global-setup.ts',
  // Generous: nothing here asserts a duration, and two cores are busy.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  // They fill two cores: a third beside them only makes each slower.
  workers: 2,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  outputDir: './test-results',
  use: {
    browserName: 'chromium',
    // What it answers, routes of a test would not see; the spec about it lets it in.
    serviceWorkers: 'block',
    // `TRACE=1 npm run e2e -- SPEC`: a trace of all tests takes a quarter of their time.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    launchOptions: {
      executablePath: systemChromium(),
      args: [
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // Without a graphics card it would draw by emulating one.
        '--disable-gpu',
      ],
    },
  },
});
