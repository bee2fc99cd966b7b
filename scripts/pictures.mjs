/** `npm run pictures`: takes the README's pictures from the running app. */
import { mkdirSync } from 'node:fs';
import { ensureChromium } from './prepare/chromium.mjs';
import { ensureInstalled, ensureNode } from './prepare/install.mjs';
import { root } from './prepare/run.mjs';

process.chdir(root);
await ensureInstalled();
await ensureNode();
await ensureChromium();
mkdirSync('docs', { recursive: true });

const { withApp } = await import('./prepare/with-app.mjs');
const { chromium } = await import('@playwright/test');
const { default: config } = await import('../playwright.config.ts');

await withApp({}, async (app) => {
  const browser = await chromium.launch(config.use.launchOptions);
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, colorScheme: 'light' });
  await page.goto(`${app.url}/sign-in`);
  await page.getByRole('button', { name: /member/i }).click();
  const composer = page.getByRole('textbox', { name: 'Message' });
  await composer.fill('Delete customer Halden Optics');
  await composer.press('Enter');
  const card = page.getByTestId('approval-card');
  await card.getByRole('button', { name: 'Confirm' }).and(page.locator(':enabled')).waitFor();
  await page.mouse.move(0, 0);
  await page.screenshot({ path: 'docs/card.png' });
  await browser.close();
});
console.log('docs/card.png');
