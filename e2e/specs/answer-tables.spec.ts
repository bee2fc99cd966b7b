/**
 * The table in an answer, the first thing that a person sees of a result; and both kinds of tables in narrow places.
 */
import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { App } from '../app';
import { findings, SCREENS } from '../axe';
import { ChatPage, tab } from '../chat-page';
import { READS } from '../servers/hints';
import { RecordingMcp } from '../servers/recording-mcp';
import { ScriptedModel } from '../servers/scripted-model';
import type { Session } from '../session';

const NAMES = ['Éclair', 'Cycles Bonnard', 'Hammaslääkärit Aalto Oy', '=cmd|calc'];
const INVOICES = Array.from({ length: 12 }, (_, at) => ({
  id: `inv_65e37d5d89e${at % 10}`,
  reference: `INV-${2871 - at}`,
  customerName: NAMES[at % 4],
  status: 'sent',
  taxRate: 13.5,
  dueDate: `2026-0${(at % 9) + 1}-14`,
  sentAt: '2026-08-13T14:39:00Z',
  paidAt: null,
  archived: false,
  subtotal: '9719.00',
  tax: '2235.37',
  total: `${11_954 - at * 7}.37`,
  currency: at % 5 === 0 ? 'GBP' : 'EUR',
  note: '',
  daysLate: 92 - at,
}));

/** Long names, as in German. */
const INVOICES_SCHEMA = {
  type: 'object',
  properties: {
    data: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          reference: { type: 'string', title: 'Bezeichnung' },
          total: { type: 'string', title: 'Gesamtsumme' },
        },
      },
    },
  },
};

const OVERDUE = [
  ...['| Invoice | Due | Days late | Total |', '|---|---|---:|---:|'],
  ...INVOICES.map(({ reference, dueDate, daysLate, total, currency }) => {
    const month = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep'][
      Number(dueDate.slice(5, 7)) - 1
    ];
    return `| ${reference} | 14 ${month} 2026 | ${daysLate} | ${total.replace(/(\d{3}\.)/, ',$1')} ${currency} |`;
  }),
].join('\n');

let app: App;
let model: ScriptedModel;
let eye: RecordingMcp;
let member: Session;

test.beforeAll(async () => {
  eye = await RecordingMcp.start([
    {
      name: 'invoices_list',
      annotations: READS,
      outputSchema: INVOICES_SCHEMA,
      run: () => ({ structured: { data: INVOICES }, text: '' }),
    },
  ]);
  model = await ScriptedModel.start();
  model.script('eye overdue', [
    { calls: [{ tool: 'eye__invoices_list', input: {} }] },
    { text: `Twelve.\n\n${OVERDUE}` },
  ]);
  app = await App.start({ modelUrl: model.url, servers: { eye: { url: eye.url, trusted: true } } });
  member = await app.signIn('member');
});

test.afterAll(async () => {
  await app?.stop();
  await model?.close();
  await eye?.close();
});

test('the table in an answer is ordered by mouse and keyboard, and leads to its file and its full result', async ({
  browser,
}) => {
  const chat = await ChatPage.open(browser, member, '/', SCREENS[0]);
  await chat.ask('eye overdue');
  const table = chat.conversation.getByRole('table').last();
  const firsts = () => table.locator('tbody tr td:first-child').allTextContents();
  const head = (name: string) => table.getByRole('columnheader', { name });
  await expect(table.getByRole('row')).toHaveCount(13);
  const asWritten = await firsts();
  await head('Due').getByRole('button').click();
  await expect(head('Due')).toHaveAttribute('aria-sort', 'ascending');
  expect((await table.locator('tbody tr td:nth-child(2)').allTextContents()).slice(0, 3)).toEqual([
    ...['14 Jan 2026', '14 Jan 2026', '14 Feb 2026'],
  ]);
  await head('Total').getByRole('button').focus();
  await chat.page.keyboard.press('Enter');
  await expect(head('Total')).toHaveAttribute('aria-sort', 'descending');
  expect((await table.locator('tbody tr td:last-child').allTextContents())[0]).toBe('11,947.37 EUR');
  expect(await findings(chat.page)).toEqual([]);
  await chat.page.keyboard.press('Enter');
  await chat.page.keyboard.press('Enter');
  await expect(head('Total')).toHaveAttribute('aria-sort', 'none');
  expect(await firsts()).toEqual(asWritten);
  const frame = table.locator('xpath=ancestor::div[@class][2]');
  const [file] = await Promise.all([
    chat.page.waitForEvent('download'),
    frame.getByRole('button', { name: 'CSV' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^invoices-\d{4}-\d{2}-\d{2}\.csv$/);
  const [heads, first] = readFileSync(await file.path(), 'utf8').split('\r\n');
  expect([heads, first]).toEqual([
    '\ufeffInvoice,Due,Days late,Total,Currency',
    'INV-2871,2026-01-14,92,11954.37,GBP',
  ]);
  await frame.getByRole('button', { name: 'Full result' }).click();
  const call = chat.calls('invoices_list');
  await expect(call.getByRole('button', { name: /arguments and result/ })).toBeFocused();
  await expect(call.getByRole('columnheader', { name: 'Days late' })).toBeInViewport();
  expect(await chat.page.evaluate(() => document.scrollingElement?.scrollTop)).toBe(0);
  await expect(call.getByRole('columnheader', { name: /Paid at|ID/ })).toHaveCount(0);
  await chat.close();
});

/** The text in these cells must not overlap. */
function overlaps(rows: Element[]): string[] {
  const boxOf = (cell: Element) => {
    const range = document.createRange();
    range.selectNodeContents(cell);
    return range.getBoundingClientRect();
  };
  return rows.flatMap((row) => {
    const cells = [...row.children].filter((cell) => cell.textContent !== '');
    const boxes = cells.map((cell) => ({
      text: cell.textContent,
      own: cell.getBoundingClientRect(),
      words: boxOf(cell),
    }));
    const out = boxes.filter(
      ({ own, words }) => words.right > own.right + 1 || words.right > window.innerWidth,
    );
    const over = boxes.filter(({ own }, at) =>
      boxes.slice(at + 1).some(({ own: other }) => {
        const isBeside = own.right <= other.left + 1 || other.right <= own.left + 1;
        return !isBeside && own.bottom > other.top + 1 && other.bottom > own.top + 1;
      }),
    );
    return [...out, ...over].map(({ text }) => text ?? '');
  });
}

test('on a phone, in large letters and both languages, nothing lies on anything, and menus end within the window', async ({
  browser,
}) => {
  const chat = await ChatPage.open(browser, member, '/', SCREENS[1]);
  await chat.ask('eye overdue');
  const path = `/chat/${await chat.chatId()}`;
  await chat.close();
  for (const [locale, width] of [
    ['en-GB', 320],
    ['de-DE', 375],
    ['de-DE', 320],
  ] as const) {
    const page = await tab(browser, member, path, { locale, viewport: { width, height: 640 } });
    await page.evaluate(() => {
      document.documentElement.dataset.text = 'large';
    });
    const call = page.locator('[data-tool="invoices_list"]');
    await call.locator('button[aria-expanded]').first().click();
    const rows = page.getByRole('log').locator('tbody tr');
    await expect(rows).toHaveCount(22);
    expect(await rows.evaluateAll(overlaps), `${locale}, ${width}`).toEqual([]);
    await call.getByRole('button', { name: /^(?:Columns|Spalten)$/ }).click();
    const last = page.getByRole('dialog').getByRole('checkbox').last();
    await last.scrollIntoViewIfNeeded();
    await last.click({ trial: true });
    await expect(last).toBeInViewport({ ratio: 1 });
    const panel = await page.getByRole('dialog').boundingBox();
    expect(
      panel && [panel.x >= 0, panel.x + panel.width <= width, panel.y >= 0, panel.y + panel.height <= 640],
    ).toEqual([...[true, true, true, true]]);
    await page.keyboard.press('Escape');
    expect(await findings(page), `${locale}, ${width}`).toEqual([]);
    await page.context().close();
  }
});
