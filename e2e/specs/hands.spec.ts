/** By keyboard: the command palette, the shortcuts and their list; and the app as an installable one. */
import { expect, type Page, test } from '@playwright/test';
import { App } from '../app';
import { findings, SCREENS } from '../axe';
import { ChatPage, tab } from '../chat-page';
import type { Session } from '../session';

let app: App;
let member: Session;

test.beforeAll(async () => {
  app = await App.start();
  member = await app.signIn('member');
});

test.afterAll(() => app?.stop());

const palette = (page: Page) => page.getByRole('dialog', { name: 'Go to' });

async function openPalette(page: Page): Promise<void> {
  // Before hydration a key has no effect, and a person presses again.
  await expect(async () => {
    await page.keyboard.press('Control+k');
    await expect(palette(page)).toBeVisible({ timeout: 5_000 });
  }).toPass();
  await expect(palette(page).getByRole('combobox')).toBeFocused();
}

test('the palette leads to pages, chats and tools, and gives the focus back', async ({ browser }) => {
  const id = await member.newChat();
  await member.call('PATCH', `/api/chat/${id}`, { title: 'Roofing for the harbour office' });
  const chat = await ChatPage.open(browser, member);
  const { page } = chat;
  await openPalette(page);
  await page.keyboard.press('Escape');
  await expect(palette(page)).toBeHidden();
  await expect(chat.composer).toBeFocused();

  await openPalette(page);
  await page.keyboard.type('harbour off');
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/chat/${id}`);

  await openPalette(page);
  await page.keyboard.type('customer_delete');
  await expect(palette(page).getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/settings/policy#*');
  await expect(page.locator('[data-testid="policy-row"][data-tool="customer_delete"]')).toBeInViewport();
  await page.getByRole('searchbox', { name: 'Find a tool' }).fill('bulk_archive');
  const rows = page.locator('[data-testid="policy-row"]');
  await expect(rows).toHaveCount(1);
  await expect(rows).toHaveAttribute('data-tool', 'bulk_archive_old_records');

  await member.say(id, 'The gutters of the lighthouse');
  await openPalette(page);
  await page.keyboard.type('gutters');
  await palette(page)
    .getByRole('option', { name: /^The gutters of the lighthouse.*Roofing for/ })
    .click();
  await page.waitForURL(`**/chat/${id}?message=*`);

  await openPalette(page);
  await page.keyboard.type('approvals');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/approvals');
  await expect(page.locator('#main')).toBeFocused();
  await chat.close();
});

test('a member is offered no page of admins, and nothing is called nonsense', async ({ browser }) => {
  const { page, close } = await ChatPage.open(browser, member).then((chat) => ({
    page: chat.page,
    close: () => chat.close(),
  }));
  await openPalette(page);
  await page.keyboard.type('servers');
  await expect(palette(page).getByRole('option', { name: 'Servers', exact: true })).toHaveCount(0);
  await page.keyboard.type(' of nonsense');
  await expect(palette(page)).toContainText('Nothing is called that.');
  await close();
});

test('every shortcut of the list does what it says, and a question mark can be written', async ({
  browser,
}) => {
  const chat = await ChatPage.open(browser, member, `/chat/${await member.newChat()}`);
  const { page } = chat;
  await chat.composer.fill('Who owes us');
  await page.keyboard.type('?');
  await expect(chat.composer).toHaveValue('Who owes us?');
  await page.getByRole('main').focus();
  await page.keyboard.press('?');
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(list).toContainText('New chat');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+Shift+s');
  await expect(page.getByRole('complementary', { name: 'Side bar' })).toBeHidden();
  await page.keyboard.press('Control+Shift+s');
  await expect(page.getByRole('complementary', { name: 'Side bar' })).toBeVisible();
  await page.getByRole('main').focus();
  await page.keyboard.press('Shift+Escape');
  await expect(chat.composer).toBeFocused();
  await page.keyboard.press('Control+Shift+o');
  await page.waitForURL((url) => url.pathname === '/');
  await chat.close();
});

for (const screen of SCREENS) {
  test(`axe finds nothing on the palette and the list at ${screen.viewport.width} px`, async ({
    browser,
  }) => {
    const page = await tab(browser, member, '/approvals', screen);
    await openPalette(page);
    await page.keyboard.type('o');
    expect(await findings(page)).toEqual([]);
    // At the moment it closes: the next key must not be typed into its field.
    await palette(page).evaluate((dialog: HTMLDialogElement) => {
      dialog.close();
      document.activeElement?.dispatchEvent(
        new KeyboardEvent('keydown', { key: '?', shiftKey: true, bubbles: true, cancelable: true }),
      );
    });
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
    expect(await findings(page)).toEqual([]);
    await page.context().close();
  });
}

test('it can be installed, and says so when it cannot be reached', async ({ browser }) => {
  const own = await App.start();
  const page = await tab(browser, await own.signIn('member'), '/', { serviceWorkers: 'allow' });
  const manifest = await page.evaluate(async () => {
    const link = document.querySelector<HTMLLinkElement>('link[rel="manifest"]');
    return (await fetch(link?.href ?? '')).json();
  });
  expect(manifest).toMatchObject({ name: 'Amber', display: 'standalone' });
  for (const { src, sizes } of manifest.icons) {
    const size = await page.evaluate(async (address: string) => {
      const bitmap = await createImageBitmap(await (await fetch(address)).blob());
      return `${bitmap.width}x${bitmap.height}`;
    }, src);
    expect(size).toBe(sizes);
  }
  await page.evaluate(() => navigator.serviceWorker.ready);
  // None of the company's data is stored in the browser.
  const kept = await page.evaluate(async () => {
    const names = await caches.keys();
    const all = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return all.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(kept.sort()).toEqual(['/icon-192.png', '/offline.css', '/offline.html']);
  await own.stop();
  await page.goto('/approvals', { waitUntil: 'load' }).catch(() => undefined);
  await expect(page.getByRole('heading', { name: 'Amber cannot be reached' })).toBeVisible();
  expect(await page.evaluate(() => getComputedStyle(document.body).display)).toBe('grid');
  await page.context().close();
});

test('it tells of news while nobody looks, in a fixed sentence, and no more after signing out', async ({
  browser,
}) => {
  const viewer = await app.signIn('viewer');
  const page = await tab(browser, viewer, '/settings', { serviceWorkers: 'allow' });
  // This browser shows no notifications, and its vendor cannot be reached from here: only these two are simulated.
  const keys = {
    p256dh: Buffer.alloc(65, 4).toString('base64url'),
    auth: Buffer.alloc(16).toString('base64url'),
  };
  await page.addInitScript((made) => {
    const told = {
      endpoint: 'https://push.example/b1',
      toJSON: () => ({ keys: made }),
      unsubscribe: async () => true,
    };
    Object.assign(PushManager.prototype, { subscribe: async () => told, getSubscription: async () => null });
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
    Notification.requestPermission = async () => 'granted';
  }, keys);
  await page.reload();
  await page.getByRole('button', { name: 'Turn on in this browser' }).click();
  await expect(page.getByText('Turned on in this browser.')).toBeVisible();
  const browsers = () => app.sql`select endpoint from push_subscriptions`;
  expect(await browsers()).toMatchObject([{ endpoint: 'https://push.example/b1' }]);
  expect(await findings(page)).toEqual([]);

  const [worker] = page.context().serviceWorkers();
  if (!worker) throw new Error('No service worker runs.');
  await worker.evaluate(() => {
    const shown: unknown[] = [];
    const looked: unknown[] = [];
    const clients = Reflect.get(self, 'clients');
    const matchAll = clients.matchAll.bind(clients);
    clients.matchAll = async (options: object) => {
      const open = await matchAll(options);
      looked.push(open.length);
      return open;
    };
    const registration = Reflect.get(self, 'registration');
    registration.showNotification = async (title: string, { body, data }: NotificationOptions) => {
      shown.push({ title, body, data });
    };
    Object.assign(self, { shown, looked });
  });
  const push = await pushTo(page);
  await push({ kind: 'ended', path: '/settings', locale: null });
  // The page must not close before the worker has noticed it.
  await expect.poll(() => worker.evaluate(() => Reflect.get(self, 'looked'))).toEqual([1]);
  await page.goto('about:blank');
  await push({ kind: 'made up', path: '/approvals', locale: null });
  await push({ kind: 'waits', path: '/approvals', locale: 'de' });
  const shown = () => worker.evaluate(() => Reflect.get(self, 'shown'));
  await expect
    .poll(shown)
    .toEqual([{ title: 'Amber', body: 'Ein Chat wartet auf Sie.', data: '/approvals' }]);

  const refused = [
    'http://push.example/b',
    'https://127.0.0.1/b',
    'https://u:p@push.example/b',
    'no address',
  ];
  for (const endpoint of refused)
    expect((await viewer.call('POST', '/api/push', { endpoint, ...keys })).status).toBe(400);
  const short = { endpoint: 'https://push.example/c', ...keys, auth: 'short' };
  expect((await viewer.call('POST', '/api/push', short)).status).toBe(400);
  await viewer.call('POST', '/api/auth/sign-out', {});
  expect(await browsers()).toEqual([]);
  await page.context().close();
});

/** Delivers news to the page's service worker, as the browser does with its vendor's pushes. */
async function pushTo(page: Page): Promise<(news: object) => Promise<unknown>> {
  const client = await page.context().newCDPSession(page);
  const registered = new Promise<string>((found) => {
    client.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL.startsWith(app.url));
      if (own) found(own.registrationId);
    });
  });
  await client.send('ServiceWorker.enable');
  const to = { origin: app.url, registrationId: await registered };
  return (news) => client.send('ServiceWorker.deliverPushMessage', { ...to, data: JSON.stringify(news) });
}

/** A finger that moves from one point to the other. */
async function swipe(page: Page, from: [number, number], to: [number, number]): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const at = ([x, y]: [number, number]) => [{ x, y }];
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(from) });
  const middle: [number, number] = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
  await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(middle) });
  await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(to) });
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await session.detach();
}

test('on phones the menu opens by a finger from the edge, closes by one back, and by nothing else', async ({
  browser,
}) => {
  const phone = { viewport: { width: 375, height: 667 }, hasTouch: true, isMobile: true };
  const chat = await ChatPage.open(browser, member, `/chat/${await member.newChat()}`, {
    ...phone,
    reducedMotion: 'reduce',
  });
  const { page } = chat;
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await page.getByRole('button', { name: 'Open the menu' }).click();
  await expect(menu).toBeVisible();
  await swipe(page, [250, 300], [100, 310]);
  await expect(menu).toBeHidden();
  // A scroll, the middle of the page, a field: each has another meaning.
  await swipe(page, [10, 150], [100, 320]);
  await swipe(page, [150, 200], [300, 205]);
  const field = await chat.composer.boundingBox();
  if (!field) throw new Error('The field has no place.');
  await swipe(page, [field.x + 4, field.y + 10], [field.x + 150, field.y + 12]);
  await expect(menu).toBeHidden();
  await swipe(page, [8, 200], [140, 206]);
  await expect(menu).toBeVisible();
  await expect(menu.getByRole('link', { name: 'New chat' }).first()).toBeVisible();
  await chat.close();
});
