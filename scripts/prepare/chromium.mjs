/** A Chromium for the browser tests: the system's, or Playwright's own, downloaded if permitted. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from './run.mjs';

/** The shell draws no windows, and uses a sixth less CPU for the same tests. */
const SYSTEM = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'].map(
  (name) => `/usr/bin/${name}`,
);
const ONE_COMMAND = 'npx playwright install --with-deps chromium';

/** CHROMIUM_PATH, else the system's Chromium; undefined: the one installed by `npx playwright install chromium`. */
export function systemChromium() {
  return process.env.CHROMIUM_PATH || SYSTEM.find((path) => existsSync(path));
}

/** Makes sure there is a browser. As root or in CI it installs one; otherwise it says how and ends the process. */
export async function ensureChromium() {
  if (await isThere()) return;
  if (process.getuid?.() !== 0 && !process.env.CI) {
    console.error(`\nThe browser tests need Chromium. One command installs it:\n\n  ${ONE_COMMAND}\n`);
    process.exit(1);
  }
  console.log('Installing Chromium (once) ...');
  const cli = join(root, 'node_modules/playwright/cli.js');
  const fetched = await run(process.execPath, [cli, 'install', '--with-deps', 'chromium'], {
    stdio: 'ignore',
  });
  if (fetched === 0 && (await isThere())) return;
  for (const name of ['chromium-headless-shell', 'chromium']) {
    const install = `apt-get update && apt-get install -y --no-install-recommends ${name}`;
    await run('sh', ['-c', install], { stdio: ['ignore', 'ignore', 'inherit'] });
    if (await isThere()) return;
  }
  console.error(
    `\nChromium could not be installed. Install it by hand (${ONE_COMMAND}), or set CHROMIUM_PATH.\n`,
  );
  process.exit(1);
}

async function isThere() {
  const path = systemChromium();
  if (path) return existsSync(path);
  const { chromium } = await import('@playwright/test');
  return existsSync(chromium.executablePath());
}
