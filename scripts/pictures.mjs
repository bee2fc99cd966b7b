/**
 * `npm run pictures`: takes the README's screenshots from the running app; `-- pages FOLDER` takes one of every page,
 * for review.
 */
import { mkdirSync } from 'node:fs';
import { ensureChromium } from './prepare/chromium.mjs';
import { ensureInstalled, ensureNode } from './prepare/install.mjs';
import { root } from './prepare/run.mjs';

process.chdir(root);
await ensureInstalled();
await ensureNode();
await ensureChromium();
mkdirSync('docs', { recursive: true });

const { takeStory, VIEW } = await import('./pictures/story.mjs');
const { withApp } = await import('./prepare/with-app.mjs');
const { chromium } = await import('@playwright/test');
const { default: config } = await import('../playwright.config.ts');

const browser = await chromium.launch(config.use.launchOptions);
if (process.argv[2] === 'pages') {
  const { picturesOfPages } = await import('./pictures/pages.mjs');
  const folder = process.argv[3] ?? 'pictures';
  await picturesOfPages(browser, folder);
  await browser.close();
  console.log(folder);
  process.exit(0);
}
await icons(browser);
await withApp({}, async (app) => {
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
  console.log('docs/card.png');
});
// Without anything from earlier questions.
await withApp({}, async (app) => {
  const page = await browser.newPage({ viewport: VIEW, colorScheme: 'light' });
  const { frames, bytes } = await takeStory(page, app.url, 'docs/story.webp');
  console.log(`docs/story.webp: ${frames} pictures, ${Math.round(bytes / 1000)} kB`);
});
await browser.close();

/** The app's icons: the logo's drop, and a maskable one with the margin that systems may crop. */
async function icons(browser) {
  const drop =
    'M8 .9c2.1 2.3 5 5.2 5 8.6a5 5 0 0 1-10 0C3 6.1 5.9 3.2 8 .9Zm.2 7.3a2 2 0 1 0 0 4 2 2 0 0 0 0-4Z';
  for (const [name, size, rounded] of [
    ['icon-192', 192, true],
    ['icon-512', 512, true],
    ['icon-maskable-512', 512, false],
  ]) {
    const page = await browser.newPage({ viewport: { width: size, height: size } });
    const [edge, corner] = rounded ? [-3, 4] : [-6, 0];
    const view = 16 - 2 * edge;
    await page.setContent(
      `<style>body{margin:0}</style><svg width="${size}" height="${size}" viewBox="${edge} ${edge} ${view} ${view}"><rect x="${edge}" y="${edge}" width="${view}" height="${view}" rx="${corner}" fill="#1c1917"/><path fill="#fbbf24" fill-rule="evenodd" d="${drop}"/></svg>`,
    );
    await page.screenshot({ path: `public/${name}.png`, omitBackground: true });
    await page.close();
    console.log(`public/${name}.png`);
  }
}
