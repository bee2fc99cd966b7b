/** Answers with code, formulas, tables and words from right to left, as people see them; and a page that is loaded again. */
import { expect, type Page, test } from '@playwright/test';
import { App } from '../app';
import { findings, SCREENS } from '../axe';
import { ChatPage } from '../chat-page';
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

let app: App;
let model: ScriptedModel;
let member: Session;

test.beforeAll(async () => {
  model = await ScriptedModel.start();
  model.script('rich', [{ text: [CODE, MATH, ARABIC, TABLE].join('\n\n') }]);
  model.script('short', [{ text: '**Done.**' }]);
  model.script('hostile', [{ text: HOSTILE.join('\n\n') }]);
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

/** Notes, at every picture that is drawn, whether marks of Markdown are to be seen in the conversation. */
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
