/** Answers with code, formulas, tables and right-to-left text, as people see them; and a reloaded page. */
import { expect, type Locator, type Page, test } from '@playwright/test';
import { App } from '../app';
import { findings, SCREENS } from '../axe';
import { ChatPage, tab } from '../chat-page';
import { ScriptedModel } from '../servers/scripted-model';
import type { Session } from '../session';
import { WatchedPage } from '../watched-page';

const ROWS = Array.from({ length: 20 }, (_, at) => `| Customer ${at} | INV-${2900 + at} | ${at}.00 EUR |`);
const TABLE = ['**Twenty** invoices:', '', '| Customer | Invoice | Open |', '|---|---|---:|', ...ROWS].join(
  '\n',
);
const CODE = '```ts\nconst sum = rows.reduce((all, { amount }) => all + amount, 0); // in cents\n```';
const MATH = 'The tax is \\(t = 0.19 \\cdot n\\), so:\n\n\\[\n\\frac{n}{1 + \\sqrt{0.19}}\n\\]';
const ARABIC = 'يدين لك العميل بمبلغ 1,350.00 EUR عن الفاتورة INV-2939.';
const HOSTILE = [
  '$$\n\\href{javascript:window.__pwned=1}{x} \\includegraphics{https://c00m.canary.test/p.png}\n$$',
  '```html\n<img src=x onerror=window.__pwned=1><script>window.__pwned=1</script>\n```',
  '```mermaid\nflowchart TD\n  a["<img src=x onerror=window.__pwned=1>"] --> b\n  click a href "javascript:window.__pwned=1"\n```',
];

const fenced = (source: string) => `\`\`\`mermaid\n${source}\n\`\`\``;
const DIAGRAM = fenced('flowchart TD\n  A[Order placed] --> B{Paid?}\n  B -- Yes --> C[Sent]');
/** Each tries to run something, to load something, or to configure Mermaid. */
const HOSTILE_DIAGRAMS = [
  '%%{init: {"securityLevel": "loose", "flowchart": {"htmlLabels": true}, "themeCSS": "@import url(https://c01.canary.test/a.css); * { background: url(https://c02.canary.test/b.png) }", "fontFamily": "x; background: url(https://c03.canary.test/c.png)"}}%%\nflowchart TD\n  a["<img src=https://c04.canary.test/p.png onerror=window.__pwned=1>"] --> b["<script>parent.__pwned=1</script>"]',
  'flowchart TD\n  a["<iframe srcdoc=\'<script>parent.__pwned=1</script>\'></iframe>"] --> b\n  click a href "javascript:window.__pwned=1" "x" _top\n  click b call alert(1)',
  'flowchart TD\n  c@{ img: "https://c05.canary.test/i.png", label: "I", w: 60, h: 60 }\n  c --> d\n  style d fill:#fff,background:url(https://c06.canary.test/d.svg)',
  '---\nconfig:\n  securityLevel: loose\n  themeVariables:\n    fontFamily: "x;} @import url(https://c07.canary.test/e.css); {"\n---\nsequenceDiagram\n  participant A as <img src=x onerror=window.__pwned=1>\n  A->>A: <svg onload=window.__pwned=1>\n  link A: Site @ javascript:window.__pwned=1',
  'classDiagram\n  class A["<b onmouseover=window.__pwned=1>x</b>"]\n  link A "javascript:window.__pwned=1"\n  callback A "alert"',
  'not a diagram at all <img src=x onerror=window.__pwned=1>',
  'radar-beta\n  axis a, b\n  curve c{1, 2}\n  ticks 1000000000',
  `flowchart TD\n  a["${'x'.repeat(6_000)}"]`,
  `flowchart TD\n${Array.from({ length: 300 }, (_, at) => `a${at}-->b${at}`).join('\n')}`,
].map(fenced);

let app: App;
let model: ScriptedModel;
let member: Session;

test.beforeAll(async () => {
  model = await ScriptedModel.start();
  model.script('rich', [{ text: [CODE, MATH, ARABIC, TABLE].join('\n\n') }]);
  model.script('short', [{ text: '**Done.**' }]);
  model.script('hostile', [{ text: HOSTILE.join('\n\n') }]);
  model.script('diagram', [{ text: DIAGRAM }]);
  model.script('strange', [{ text: HOSTILE_DIAGRAMS.join('\n\n') }]);
  app = await App.start({ modelUrl: model.url });
  member = await app.signIn('member');
});

test.afterAll(async () => {
  await app?.stop();
  await model?.close();
});

for (const screen of SCREENS) {
  test(`code has colours, formulas are set, and amounts hold together, at ${screen.viewport.width} px`, async ({
    browser,
  }) => {
    const chat = await ChatPage.open(browser, member, '/', screen);
    await chat.ask('rich');
    await expect(chat.conversation.getByTestId('code-language')).toHaveText('TypeScript');
    await expect(chat.conversation.locator('pre .text-code-word').first()).toHaveText('const');
    await expect(chat.conversation.locator('.katex')).toHaveCount(2);
    const arabic = chat.conversation.locator('p', { hasText: 'INV-2939' });
    expect(await arabic.evaluate((block) => getComputedStyle(block).direction)).toBe('rtl');
    await expect(arabic.locator('bdi')).toHaveText(['1,350.00 EUR', 'INV-2939']);
    expect(await findings(chat.page)).toEqual([]);
    await chat.close();
  });
}

/** Records, at every frame, whether Markdown markup is visible in the conversation. */
async function noteMarks(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(window, { __marks: seen });
    const look = () => {
      for (const block of document.querySelectorAll<HTMLElement>('[role="log"] p')) {
        const isRaw = /\*\*|\|---/.test(block.textContent ?? '');
        if (isRaw && getComputedStyle(block).visibility === 'visible') seen.push(block.textContent ?? '');
      }
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}

test('a page that is loaded again shows formatted answers, and no marks at any moment', async ({
  browser,
}) => {
  const chat = await ChatPage.open(browser, member);
  for (const words of ['rich', 'short', 'short', 'short']) await chat.ask(words);
  await noteMarks(chat.page);
  await chat.page.reload();
  await expect(chat.conversation.locator('strong', { hasText: 'Done.' })).toHaveCount(3);
  await expect(chat.conversation.locator('.katex')).toHaveCount(2);
  await expect(chat.conversation.getByRole('row')).toHaveCount(21);
  expect(await chat.page.evaluate(() => Object(window).__marks)).toEqual([]);
  await chat.close();
});

test('hostile code, formulas and diagrams run nothing and ask nobody', async ({ browser }) => {
  const watched = await WatchedPage.open(browser, member);
  await watched.chat.ask('hostile');
  await expect(watched.chat.conversation.getByTestId('code-language').first()).toBeVisible();
  await watched.unfold();
  expect(await watched.findings()).toEqual([]);
  await watched.chat.close();
});

/** The natural width of the image: 0 if it is not one. */
const sizeOf = (picture: Locator) =>
  picture.evaluate((img) => (img instanceof HTMLImageElement && img.complete ? img.naturalWidth : 0));

for (const screen of SCREENS) {
  test(`a diagram is drawn when asked for, in both themes, at ${screen.viewport.width} px`, async ({
    browser,
  }) => {
    const chat = await ChatPage.open(browser, member, '/', screen);
    const { page, conversation } = chat;
    await chat.ask('diagram');
    await expect(conversation.getByTestId('code-language')).toHaveText('Mermaid');
    expect(page.frames()).toHaveLength(1);
    await conversation.getByRole('button', { name: 'Draw diagram' }).click();
    const picture = conversation.getByRole('img', { name: /^Diagram/ });
    await expect.poll(() => sizeOf(picture)).toBeGreaterThan(50);
    await expect(conversation.locator('pre')).toHaveCount(0);
    // The frame is removed when its work is done.
    await expect(page.locator('iframe')).toHaveCount(0);
    const before = await picture.getAttribute('src');
    // Leaves the page in the other theme.
    expect(await findings(page)).toEqual([]);
    await expect(picture).not.toHaveAttribute('src', before ?? '');
    await conversation.getByRole('button', { name: 'Show source' }).click();
    await expect(conversation.locator('pre')).toContainText('A[Order placed] --> B{Paid?}');
    expect(await findings(page)).toEqual([]);
    await chat.close();
  });
}

test('a diagram is copied as a picture', async ({ browser }) => {
  const chat = await ChatPage.open(browser, member);
  const { page, conversation } = chat;
  await page.evaluate(() => {
    Object.assign(window, { __copied: [] });
    navigator.clipboard.write = async ([item]) => {
      const blob = await item?.getType('image/png');
      const { width } = await createImageBitmap(blob ?? new Blob());
      Object(window).__copied.push({ type: blob?.type, isWide: width > 100 });
    };
  });
  await chat.ask('diagram');
  await conversation.getByRole('button', { name: 'Draw diagram' }).click();
  await conversation.getByRole('button', { name: 'Copy picture' }).click();
  await expect
    .poll(() => page.evaluate(() => Object(window).__copied))
    .toEqual([{ type: 'image/png', isWide: true }]);
  await chat.close();
});

test('hostile diagrams run nothing, ask nobody, and end: what cannot be drawn stays code', async ({
  browser,
}) => {
  const chat = await ChatPage.open(browser, member);
  const { page, conversation } = chat;
  const seen: string[] = [];
  page.on('dialog', (dialog) => dialog.dismiss().then(() => seen.push(`dialog: ${dialog.message()}`)));
  page.on('popup', (popup) => seen.push(`popup: ${popup.url()}`));
  page.on('pageerror', ({ message }) => seen.push(`error: ${message}`));
  await page.context().route('**/*', (route) => {
    const url = route.request().url();
    if (url.startsWith(`${app.url}/`)) return route.continue();
    seen.push(`request: ${url}`);
    return route.abort();
  });
  await chat.ask('strange');
  const undrawn = conversation.getByRole('button', { name: 'Draw diagram' });
  await expect(undrawn).toHaveCount(HOSTILE_DIAGRAMS.length);
  // They are drawn on demand, one by one; those below stay as they are until then.
  for (let left = HOSTILE_DIAGRAMS.length; left > 0; left--) await undrawn.first().click();
  const drawn = conversation.getByRole('img', { name: /^Diagram/ });
  const failed = conversation.getByText('This diagram could not be drawn. Its source:');
  await expect
    .poll(async () => (await drawn.count()) + (await failed.count()), { timeout: 120_000 })
    .toBe(HOSTILE_DIAGRAMS.length);
  // Not a diagram, too long, too many lines: their sources are shown.
  expect(await failed.count()).toBeGreaterThanOrEqual(3);
  for (const picture of await drawn.all()) {
    await picture.scrollIntoViewIfNeeded();
    await picture.click();
    expect(await sizeOf(picture)).toBeGreaterThan(0);
    expect(await picture.getAttribute('src')).toMatch(/^data:image\/svg\+xml;charset=utf-8,[^<>"\s]+$/);
  }
  await expect(page.locator('iframe')).toHaveCount(0);
  expect(await page.evaluate(() => window.__pwned)).toBeUndefined();
  expect(page.url()).toContain('/chat/');
  expect(seen).toEqual([]);
  await chat.close();
});

test('the frame of diagrams is nobody’s: no origin, no network, wherever it is opened', async ({
  browser,
}) => {
  const page = await tab(browser, member, '/api/diagrams/frame');
  const reached = await page.evaluate(async (url) => {
    const asked = await fetch(`${url}/api/chats`).then(
      () => 'reached',
      () => 'refused',
    );
    return { origin: self.origin, asked, peers: typeof RTCPeerConnection };
  }, app.url);
  expect(reached).toEqual({ origin: 'null', asked: 'refused', peers: 'undefined' });
  await page.context().close();
});
