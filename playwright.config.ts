/** End-to-end tests: each spec starts servers of its own, in Chromium only. */
import { defineConfig } from '@playwright/test';
import { systemChromium } from './scripts/prepare/chromium.mjs';

export default defineConfig({
  testDir: './e2e/specs',
  globalSetup: './e2e/global-setup.ts',
  // Generous: nothing here asserts a duration, and two cores are busy.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  // Each waits four tenths of its time, for an app to start or a page to be drawn: three fill two cores.
  workers: 3,
  // What passes at its second try alone is named as flaky and counted: a fault to look for (`--retries 0`), and no reason to refuse the rest.
  retries: 1,
  forbidOnly: Boolean(process.env.CI),
  outputDir: './test-results',
  use: {
    browserName: 'chromium',
    // What cannot be pressed by then never can be: the second try begins sooner.
    actionTimeout: 90_000,
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
