/**
 * `npm run pictures -- pages [FOLDER]`: every page in both languages, both themes and at four widths, for review. One
 * file for each page and width; the four variants of a page are side by side in one image.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { withApp } from '../prepare/with-app.mjs';

const WIDTHS = [320, 375, 768, 1280];
const LANGUAGES = ['en', 'de'];
const THEMES = ['light', 'dark'];
const HEIGHT = 800;
const SETTLE_MS = 1_000;
const SETTINGS = [
  '',
  'account',
  'grants',
  'keeping',
  'memory',
  'models',
  'policy',
  'servers',
  'sign-ins',
  'team',
  'tokens',
  'tools',
  'usage',
];

/** @param {import('@playwright/test').Browser} browser @param {string} folder */
export async function picturesOfPages(browser, folder) {
  mkdirSync(folder, { recursive: true });
  await withApp({}, async (app) => {
    const [admin, member] = [await app.signIn('admin'), await app.signIn('member')];
    const card = await admin.newChat();
    await admin.say(card, 'Delete customer Halden Optics');
    const results = await admin.newChat();
    await admin.say(results, 'Which customers owe us money?');
    await member.say(await member.newChat(), 'Delete customer Halden Optics');
    const pages = [
      ['sign-in', '/sign-in'],
      ['sign-up', '/sign-up'],
      ['forgot', '/forgot'],
      ['reset', '/reset'],
      ['sign-in-failed', '/sign-in/failed'],
      ['start', '/', admin],
      ['card', `/chat/${card}`, admin],
      ['results', `/chat/${results}`, admin],
      ['no-chat', '/chat/none', admin],
      ['approvals', '/approvals', admin],
      ['attention', '/approvals/attention', admin],
      ['activity', '/activity', admin],
      ['operation', '/operation', admin],
      ['chats', '/chats', admin],
      ['print', `/print/${results}`, admin],
      ...SETTINGS.map((name) => [`settings-${name || 'general'}`, `/settings/${name}`, admin]),
    ];
    for (const language of LANGUAGES) {
      await admin.call('PATCH', '/api/preferences', { locale: language });
      for (const [name, path, session] of pages)
        for (const width of WIDTHS)
          await picture(browser, app.url, { name, path, session, width, language, folder });
    }
  });
}

/** Both themes side by side. */
async function picture(browser, url, { name, path, session, width, language, folder }) {
  const shots = [];
  for (const colorScheme of THEMES) {
    const context = await browser.newContext({
      viewport: { width, height: HEIGHT },
      colorScheme,
      locale: language,
      reducedMotion: 'reduce',
    });
    if (session) await context.addCookies(cookiesOf(session, url));
    const page = await context.newPage();
    await page.goto(url + path);
    // A page follows events for as long as it is open: the network is never idle.
    await page.waitForTimeout(SETTLE_MS);
    shots.push((await page.screenshot()).toString('base64'));
    await context.close();
  }
  const sheet = await browser.newPage({ viewport: { width: width * shots.length, height: HEIGHT } });
  await sheet.setContent(
    `<body style="margin:0;display:flex">${shots.map((one) => `<img src="data:image/png;base64,${one}">`).join('')}`,
  );
  await sheet.screenshot({ path: join(folder, `${name}-${width}-${language}.png`) });
  await sheet.close();
}

function cookiesOf(session, url) {
  return session.cookie.split('; ').map((pair) => {
    const [name = '', ...value] = pair.split('=');
    return { name, value: value.join('='), url };
  });
}
