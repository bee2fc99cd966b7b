/**
 * The hostile cases whose oracles are about the card, about scripts, or about requests by the page: each as a card or a
 * row in the page, many to a page. The other oracles are judged by turns, in `lib/runs`.
 */
import { type Browser, expect, test } from '@playwright/test';
import { App } from '../../app';
import { escapeOf, hiddenIn, openLong, type ReadCard, readCards, tabTo, toItsEnd } from '../../card-reading';
import { type CardCase, cardCases, isApart, nameOf, PLAIN_TOOL } from '../../case-cards';
import { type Case, casesOf } from '../../cases';
import { type BrowserOracle, browserCases, HOSTILE_FILES, oraclesOn } from '../../oracles';
import { READS } from '../../servers/hints';
import { type Execution, type RecordedTool, RecordingMcp } from '../../servers/recording-mcp';
import { ScriptedModel } from '../../servers/scripted-model';
import type { Session } from '../../session';
import { WatchedPage } from '../../watched-page';

/** The number of cards that one step may have; two of them are ordinary ones, for comparison. */
const CARDS = 18;
/** Buttons that only cards with long or many arguments have. */
const MORE_BUTTONS = /^(?:Show less|Show all [\d,]+ characters|Change the arguments)$/;

const cards = cardCases();
const apart = HOSTILE_FILES.flatMap((file) => browserCases(file).filter(isApart));
const judged = new Map<string, Set<BrowserOracle>>();
/** The confirmed calls, as the servers must have run them. */
const confirmed: Pick<Execution, 'tool' | 'input'>[] = [];
/** Requests of all pages to other origins. */
let requests = 0;

let app: App;
let model: ScriptedModel;
let wild: RecordingMcp;
let vouched: RecordingMcp;
let admin: Session;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  model = await ScriptedModel.start();
  const refused = apart.filter(({ where }) => where === 'tool.name');
  const names = refused.map(({ payload = '' }): RecordedTool => ({ ...PLAIN_TOOL, name: payload }));
  const readers = apart.filter((one) => !refused.includes(one)).map(readerOf);
  const of = (server: CardCase['server']) =>
    cards.filter((card) => card.server === server).map(({ tool }) => tool);
  wild = await RecordingMcp.start([PLAIN_TOOL, ...names, ...of('wild')]);
  vouched = await RecordingMcp.start([PLAIN_TOOL, ...names, ...readers, ...of('vouched')]);
  const servers = { wild: { url: wild.url }, vouched: { url: vouched.url, trusted: true } };
  app = await App.start({ modelUrl: model.url, servers });
  admin = await app.signIn('admin');
});

test.afterAll(async () => {
  await app?.stop();
  await model?.close();
  await wild?.close();
  await vouched?.close();
});

/** A tool that runs at once and answers with the case. */
function readerOf(one: Case): RecordedTool {
  const raw =
    typeof one.payload === 'string' ? { content: [{ type: 'text', text: one.payload }] } : one.payload;
  return { name: nameOf(one), annotations: READS, run: () => ({ raw }) };
}

/** What the page shows has had no effect. */
async function expectHarmless(watched: WatchedPage): Promise<void> {
  const findings = await watched.findings();
  requests += findings.filter((finding) => finding.startsWith('request:')).length;
  expect(findings).toEqual([]);
}

function judge(one: Case, ...oracles: BrowserOracle[]): void {
  judged.set(one.id, new Set([...(judged.get(one.id) ?? []), ...oracles]));
}

/** A chat in which these calls were made in one step. */
async function chatWith(mark: string, calls: { tool: string; input: unknown }[]): Promise<string> {
  model.script(mark, [{ text: 'Calling.', calls }, { text: 'That was it.' }]);
  const chatId = await admin.newChat();
  expect((await admin.say(chatId, mark)).status).toBe(200);
  return chatId;
}

/** The requirements on one card, whatever the case attempts. */
function expectCard(read: ReadCard, { one, oracles, server, tool, args }: CardCase, plain: ReadCard): void {
  const { payload = '' } = one;
  const isShown = one.where === 'tool.arguments' || one.where === 'tool.description';
  const checks: Record<BrowserOracle, () => void> = {
    card_shows_server_and_args: () => {
      expect(read.text).toContain(`${server}, not trusted`);
      expect(read.args).toEqual(Object.entries(args));
    },
    executed_args_equal_shown_args: () => {
      const shown = Object.entries(args).map(([name, value]) => [
        name,
        expect.stringMatching(asShown(value)),
      ]);
      expect(read.args).toEqual(shown);
    },
    invisible_made_visible: () => {
      expect(hiddenIn(read.text + read.label)).toEqual([]);
      for (const character of isShown ? hiddenIn(payload) : [])
        expect(read.text).toContain(escapeOf(character));
    },
    card_structure_intact: () => {
      expect(read.buttons.filter((name) => name === 'Confirm')).toHaveLength(1);
      expect(read.buttons.filter((name) => name === 'Cancel')).toHaveLength(1);
      if (Object.keys(args).length === 0) expect(read.structure).toEqual(plain.structure);
    },
    labels_from_app_only: () => {
      const others = read.buttons.filter((name) => !plain.buttons.includes(name));
      for (const name of others) expect(name).toMatch(MORE_BUTTONS);
      const isTitle = server === 'vouched' && one.where === 'tool.title';
      expect(read.label).toBe(`Confirm: ${isTitle ? payload : tool.name}`);
    },
    deceptive_url_flagged: () => {
      const address =
        /[^/@]+(?=\/|$)/.exec(payload.replace(/^https?:\/\//, '').replace(/^.*@/, ''))?.[0] ?? '';
      const isAddress = /[:@]/.test(payload);
      if (isAddress)
        expect(new Set(read.notes)).toEqual(
          new Set([`${address} is really ${new URL(`http://${address}`).hostname}`]),
        );
      else expect(read.text).toContain('1 direction character shown');
    },
    // Checked on separate pages, or for the page as a whole.
    tail_reachable_on_card: () => {},
    no_script: () => {},
    no_egress: () => {},
  };
  for (const oracle of oracles) checks[oracle]();
  judge(one, ...oracles.filter((oracle) => oracle !== 'tail_reachable_on_card'));
}

/** The card's spelling of a value: ambiguous strings are quoted. */
function asShown(value: unknown): RegExp {
  const spelt = [String(value), JSON.stringify(value)].map((text) =>
    text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&'),
  );
  return new RegExp(`^(?:${spelt.join('|')})$`);
}

/** One page of cards: read, judged, and decided where the executed arguments are to be compared. */
async function judgePage(watched: WatchedPage, part: CardCase[], at: number): Promise<void> {
  const plain = (['wild', 'vouched'] as const).map((server) => ({ tool: `${server}__plain`, input: {} }));
  const calls = part.map(({ server, tool, args }) => ({ tool: `${server}__${tool.name}`, input: args }));
  const chatId = await chatWith(`Page ${at}.`, [...plain, ...calls]);
  const waiting = new Map((await admin.pending(chatId)).map((view) => [view.id, view]));
  await watched.chat.page.goto(`/chat/${chatId}`);
  await expect(watched.chat.cards).toHaveCount(waiting.size);
  await openLong(watched.chat.cards);
  const read = await readCards(watched.chat.cards);
  const ofTool = (server: string, tool: string) =>
    read.filter(({ id }) => waiting.get(id)?.tool === tool && waiting.get(id)?.server === server);
  for (const card of part) {
    const { one, server, tool, args, oracles } = card;
    const [found, ...more] = ofTool(server, tool.name);
    const [reference] = ofTool(server, 'plain');
    if (!found || !reference) {
      // A refused tool has no card; its calls do not run.
      expect([one.family, one.note], one.id).toEqual(['schema-abuse', 'non-object root']);
      judge(one, ...oracles);
      continue;
    }
    expect(more).toEqual([]);
    await test.step(one.id, () => expectCard(found, card, reference));
    if (oracles.includes('executed_args_equal_shown_args')) confirmed.push({ tool: tool.name, input: args });
  }
  // Confirmed calls run only when every card of their step is decided; otherwise no decision is needed.
  const toDecide = part.some(({ oracles }) => oracles.includes('executed_args_equal_shown_args'));
  for (const { id, tool } of toDecide ? waiting.values() : []) {
    const isConfirmed = confirmed.some((one) => one.tool === tool);
    expect((await admin.decide(id, isConfirmed ? 'confirm' : 'cancel')).status).toBe(200);
  }
  if (toDecide) await admin.settled(chatId, 'idle');
  await expectHarmless(watched);
}

test('as cards: the server, the exact bytes, the app’s own buttons, and nothing hidden', async ({
  browser,
}) => {
  const watched = await WatchedPage.open(browser, admin);
  for (let at = 0; at < cards.length; at += CARDS) await judgePage(watched, cards.slice(at, at + CARDS), at);
  await watched.chat.close();
});

test('in names that are refused, in results, in the reason of a decision', async ({ browser }) => {
  const watched = await WatchedPage.open(browser, admin);
  const { chat } = watched;
  const calls = apart.map((one) => ({
    tool:
      one.where === 'tool.name'
        ? `vouched__${one.payload?.replace(/[^\w-]/gu, '_')}`
        : `vouched__${nameOf(one)}`,
    input: {},
  }));
  const chatId = await decliningAll(chatWith('Look at all.', calls));
  expect(await admin.pending(chatId)).toEqual([]);
  await chat.page.goto(`/chat/${chatId}`);
  await expect(chat.conversation.getByText('That was it.')).not.toHaveCount(0);
  await watched.unfold();
  expect(hiddenIn((await chat.conversation.textContent()) ?? '')).toEqual([]);
  model.script('And now?', [{ text: 'All is well.' }]);
  await chat.ask('And now?');
  await expect(chat.conversation).toContainText('All is well.');
  await expectHarmless(watched);
  for (const one of apart) judge(one, ...oraclesOn('browser', one));
  await expectReasons(watched);
  await chat.close();
});

/** The person declines all requests of servers until the work is done. */
async function decliningAll<Result>(work: Promise<Result>): Promise<Result> {
  let isOver = false;
  const done = work.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    for (const { id } of await app.sql`select id from elicitations where status = 'open'`)
      await admin.call('POST', `/api/elicitations/${id}`, { action: 'decline' });
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return done;
}

/** Cancelled with the case as the reason: it is shown as text, beside an unchanged card. */
async function expectReasons({ chat }: WatchedPage): Promise<void> {
  const reasons = browserCases('06-unicode-deception').filter(({ where }) => where === 'approval.reason');
  const plain = Array.from({ length: reasons.length + 1 }, (_, at) => ({
    tool: 'wild__plain',
    input: { at },
  }));
  const chatId = await chatWith('Ask five times.', plain);
  const waiting = (await admin.pending(chatId)).reverse();
  for (const [at, { payload }] of reasons.entries()) {
    expect((await admin.decide(waiting[at]?.id ?? '', 'cancel', payload)).status).toBe(200);
  }
  await chat.page.goto(`/chat/${chatId}`);
  await expect(chat.cards).toHaveCount(1);
  for (const { payload = '' } of reasons) await expect(chat.conversation).toContainText(payload);
  const [card] = await readCards(chat.cards);
  expect(card?.buttons.filter((name) => name === 'Confirm' || name === 'Cancel').sort()).toEqual([
    'Cancel',
    'Confirm',
  ]);
  await expect(chat.page.getByRole('button', { name: 'Confirm', exact: true })).toHaveCount(1);
}

async function judgeTails(browser: Browser, tails: CardCase[]): Promise<void> {
  const watched = await WatchedPage.open(browser, admin);
  const { chat } = watched;
  const calls = tails.map(({ server, tool, args }) => ({ tool: `${server}__${tool.name}`, input: args }));
  const chatId = await chatWith('To the end.', calls);
  await chat.page.goto(`/chat/${chatId}`);
  await expect(chat.cards).toHaveCount(tails.length);
  for (const [at, { one }] of tails.entries()) {
    const card = chat.cards.nth(at);
    await expect(chat.button('Confirm', card)).toBeDisabled();
    const button = card.getByRole('button', { name: /^Show all/ });
    await tabTo(button);
    await expect(chat.button('Confirm', card)).toBeDisabled();
    await chat.page.keyboard.press('Enter');
    const shown = card.locator('[data-testid="approval-input"] dd bdi');
    await expect.poll(() => toItsEnd(shown, chat.page), { message: one.id }).toBe(true);
    await expect(chat.button('Confirm', card)).toBeEnabled();
    judge(one, 'tail_reachable_on_card');
  }
  await expectHarmless(watched);
  await chat.close();
}

test('the end of a long argument is reached by keyboard alone, before Confirm can be pressed', async ({
  browser,
}) => {
  await judgeTails(
    browser,
    cards.filter(({ oracles }) => oracles.includes('tail_reachable_on_card')),
  );
});

test('every case was judged by all its oracles, and what ran is what was confirmed', async () => {
  const ran = [...wild.executions, ...vouched.executions].filter(
    ({ tool }) => !apart.some((one) => nameOf(one) === tool),
  );
  const sorted = (all: Pick<Execution, 'tool' | 'input'>[]) =>
    all.map(({ tool, input }) => `${tool} ${JSON.stringify(input)}`).sort();
  expect(sorted(ran)).toEqual(sorted(confirmed));
  for (const file of HOSTILE_FILES) {
    const cases = browserCases(file);
    for (const one of cases) expect(judged.get(one.id), one.id).toEqual(new Set(oraclesOn('browser', one)));
    const words = [
      `${file}: ${cases.length} of ${casesOf(file).length} cases in a browser`,
      `${ran.length} executions of all files, each confirmed`,
      `${requests} requests to a foreign origin`,
    ];
    console.log(words.join('; '));
  }
});
