/** End-to-end tests: each spec starts servers of its own, in Chromium only. */
import { defineConfig } from '@playwright/test';
import { systemChromium } from './scripts/prepare/chromium.mjs';

export default defineConfig({
  testDir: './e2e/specs',
  globalSetup: './e2e/global-setup.ts',
  // Generous: nothing here asserts a duration, and two cores are busy.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  // Each waits for four tenths of its time, for an app to start or a page to render: three keep two cores busy.
  workers: 3,
  // A test that passes only at its second attempt is reported as flaky and counted: a fault to look for (`--retries
  // 0`), but no reason to reject the rest.
  retries: 1,
  forbidOnly: Boolean(process.env.CI),
  outputDir: './test-results',
  use: {
    browserName: 'chromium',
    // What cannot be clicked by then never can be: the second attempt begins sooner.
    actionTimeout: 90_000,
    // A test's routes would not see the worker's responses; the spec about it allows it.
    serviceWorkers: 'block',
    // `TRACE=1 npm run e2e -- SPEC`: tracing all tests takes a quarter of their time.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    launchOptions: {
      executablePath: systemChromium(),
      args: [
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // Without a graphics card it would emulate one.
        '--disable-gpu',
      ],
    },
  },
});
