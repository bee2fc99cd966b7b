/** Servers whose schemas are refused by providers, in the built app: chats continue, and say what is left out. */
import { expect, test } from '@playwright/test';
import { App } from '../../app';
import { findings, SCREENS } from '../../axe';
import { tab } from '../../chat-page';
import { takePicture } from '../../pictured';
import { RecordingMcp } from '../../servers/recording-mcp';
import { brokenBy, refusalOf } from '../../servers/refusals/refusals';
import { ScriptedModel } from '../../servers/scripted-model';
import type { Session } from '../../session';

/** As declared by two real servers: hubspot-search-objects and monday's get_user_context. */
const SEARCH = {
  properties: { objectType: { type: 'string' }, sorts: { type: 'array' } },
  required: ['objectType'],
};
const CONTEXT = { $schema: 'https://json-schema.org/draft/2020-12/schema', additionalProperties: false };

let app: App;
let model: ScriptedModel;
let hub: RecordingMcp;
let admin: Session;

test.beforeAll(async () => {
  model = await ScriptedModel.start();
  hub = await RecordingMcp.start([
    { name: 'search-objects', inputSchema: SEARCH, annotations: { readOnlyHint: true } },
    { name: 'get_user_context', inputSchema: CONTEXT, annotations: { readOnlyHint: true } },
    { name: 'odd', description: 'Odd.' },
  ]);
  app = await App.start({
    modelUrl: model.url,
    servers: { hub: { url: hub.url, trusted: true } },
    env: { AMBER_OFFER_ALL_UP_TO: '100' },
  });
  admin = await app.signIn('admin');
});

test.afterAll(async () => {
  await app?.stop();
  await model?.close();
  await hub?.close();
});
test.afterEach(() => {
  model.refuse = () => null;
});

test('what OpenAI, Anthropic, Gemini and local models refuse is not sent to them; the server is called as it declared', async () => {
  for (const parameters of [SEARCH, CONTEXT]) {
    expect(
      brokenBy({ name: 'as_it_came', parameters: { type: 'object', ...parameters } }).length,
    ).toBeGreaterThan(0);
  }
  let offered: number | undefined;
  for (const api of ['openai', 'anthropic', 'llama.cpp', 'gemini'] as const) {
    model.refuse = (tools) => refusalOf(api, tools);
    const message = `Search the hub for ${api}`;
    const input = { objectType: api, sorts: [{ by: 'name' }] };
    model.script(message, [{ calls: [{ tool: 'hub__search-objects', input }] }, { text: 'Found.' }]);
    const chatId = await admin.newChat();
    await admin.say(chatId, message);
    await admin.settled(chatId, 'idle');
    expect(hub.of('search-objects').at(-1)?.input).toEqual(input);
    // One provider requires what another refuses: that is learnt once.
    expect(model.requestsFor(message)).toHaveLength(api === 'gemini' ? 3 : 2);
    for (const { tools } of model.requestsFor(message)) expect(tools.length).toBe(offered ?? tools.length);
    offered = model.requestsFor(message)[0]?.tools.length;
    expect(model.requestsFor('Say OK')).toEqual([]);
  }
});

for (const screen of SCREENS) {
  test(`a tool that is refused all the same is named in the chat, ${screen.viewport.width} wide`, async ({
    browser,
  }) => {
    // Each screen uses a provider that has not been used before, and which does not say which tool is at fault.
    hub.add({ ...hub.definition('odd'), description: `Odd, ${screen.viewport.width} wide.` });
    await admin.fetch('POST', '/api/servers/hub/try');
    const isOdd = (tools: readonly { name: string }[]) => tools.some(({ name }) => name === 'hub__odd');
    const body = [
      { error: { code: 400, message: 'Request contains an invalid argument.', status: 'INVALID_ARGUMENT' } },
    ];
    model.refuse = (tools) => (isOdd(tools) ? { status: 400, body } : null);
    const message = `What is there, ${screen.viewport.width}?`;
    model.script(message, [{ text: 'All but one.' }]);
    const before = model.requests.length;
    const chatId = await admin.newChat();
    await admin.say(chatId, message);
    await admin.settled(chatId, 'idle');
    expect(model.requests.length - before).toBeLessThanOrEqual(2 + 2 + 24);
    const last = model.requestsFor(message).at(-1);
    expect(isOdd(last?.tools ?? [])).toBe(false);
    expect(last?.instructions).toContain('does not take them: hub__odd');
    const page = await tab(browser, admin, `/chat/${chatId}`, screen);
    await expect(page.getByText('odd of hub')).toBeVisible();
    await expect(page.getByText('All but one.')).toBeVisible();
    await takePicture(page, 'left-out');
    expect(await findings(page)).toEqual([]);
    await takePicture(page, 'left-out-other-theme');
    await page.context().close();
  });
}
