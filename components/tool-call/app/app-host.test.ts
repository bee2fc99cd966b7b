// @vitest-environment happy-dom
/** What a page of a server may send to the surrounding page, and the effects. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type AppDuties, AppHost } from './app-host';
import { heardIn, linkIn, Pace, wordsOf } from './app-messages';

let frame: HTMLIFrameElement;
let host: AppHost;
let answers: Record<string, unknown>[];
const duties = {
  context: () => ({ theme: 'dark' }),
  shows: { input: { id: 'a' }, result: { content: [] } },
  onSize: vi.fn(),
  onLink: vi.fn(async () => true),
  onWords: vi.fn(() => true),
  call: vi.fn(async () => ({ content: [] })),
  onClose: vi.fn(),
  onReady: vi.fn(),
} satisfies AppDuties;

beforeEach(() => {
  vi.clearAllMocks();
  frame = document.createElement('iframe');
  document.body.append(frame);
  answers = [];
  const inside = { postMessage: (message: Record<string, unknown>) => answers.push(message) };
  Object.defineProperty(frame, 'contentWindow', { value: inside });
  host = new AppHost(frame, duties);
});
afterEach(() => {
  host.leave();
  frame.remove();
});

let id = 0;
function say(data: unknown, source: unknown = frame.contentWindow): void {
  const event = new MessageEvent('message', { data });
  Object.defineProperty(event, 'source', { value: source });
  window.dispatchEvent(event);
}
async function ask(method: string, params: object = {}) {
  id += 1;
  say({ jsonrpc: '2.0', id, method, params });
  await vi.waitFor(() => expect(answers.some((answer) => answer.id === id)).toBe(true));
  return answers.find((answer) => answer.id === id) ?? {};
}
async function begin() {
  await ask('ui/initialize', { protocolVersion: '2026-01-26' });
  say({ jsonrpc: '2.0', method: 'ui/notifications/initialized' });
}

it('greets, and shows nothing before the page says that it is there', async () => {
  expect(await ask('tools/call', { name: 'x' })).toMatchObject({ error: { message: 'not initialized' } });
  expect(await ask('ui/initialize', { protocolVersion: '1999-01-01' })).toMatchObject({
    result: { protocolVersion: '2026-01-26', hostInfo: { name: 'amber' }, hostContext: { theme: 'dark' } },
  });
  expect(answers.some(({ method }) => method !== undefined)).toBe(false);
  say({ jsonrpc: '2.0', method: 'ui/notifications/initialized' });
  expect(answers.slice(-2)).toMatchObject([
    { method: 'ui/notifications/tool-input', params: { arguments: { id: 'a' } } },
    { method: 'ui/notifications/tool-result', params: { content: [] } },
  ]);
  say({ jsonrpc: '2.0', method: 'ui/notifications/initialized' });
  expect(duties.onReady).toHaveBeenCalledTimes(1);
  expect(await ask('ping')).toMatchObject({ result: {} });
});

it('does what stands in its list for the page in its frame, and nothing else for anybody', async () => {
  await begin();
  say({ jsonrpc: '2.0', id: 9_999, method: 'tools/call', params: { name: 'x' } }, window);
  expect(duties.call).not.toHaveBeenCalled();
  expect(await ask('tools/call', { name: 'x', arguments: {} })).toMatchObject({ result: { content: [] } });
  const text = (words: string) => ({ role: 'user', content: [{ type: 'text', text: words }] });
  expect(await ask('ui/message', text('Hello'))).toMatchObject({ result: {} });
  expect(duties.onWords).toHaveBeenCalledWith('Hello');
  expect(await ask('ui/message', text(' '))).toMatchObject({ result: { isError: true } });
  expect(await ask('ui/open-link', { url: 'javascript:x' })).toMatchObject({ result: { isError: true } });
  expect(await ask('ui/open-link', { url: 'https://example.com/' })).toMatchObject({ result: {} });
  expect(await ask('ui/request-display-mode', { mode: 'fullscreen' })).toMatchObject({
    result: { mode: 'inline' },
  });
  for (const method of [
    'ui/update-model-context',
    'sampling/createMessage',
    'approvals/confirm',
    'constructor',
  ])
    expect(await ask(method)).toMatchObject({ error: { code: -32601 } });
  say({ jsonrpc: '2.0', method: 'ui/notifications/size-changed', params: { height: 300, width: 9 } });
  say({ jsonrpc: '2.0', method: 'ui/notifications/size-changed', params: { height: Number.NaN } });
  expect(duties.onSize.mock.calls).toEqual([[300]]);
  say({ jsonrpc: '2.0', method: 'ui/notifications/request-teardown' });
  expect(duties.onClose).toHaveBeenCalledTimes(1);
  host.tellContext();
  expect(answers.at(-1)).toMatchObject({
    method: 'ui/notifications/host-context-changed',
    params: { theme: 'dark' },
  });
});

it('hears so many messages and no more', async () => {
  await begin();
  for (let at = 0; at < 5_000; at++)
    say({ jsonrpc: '2.0', method: 'ui/notifications/size-changed', params: { height: at } });
  expect(duties.onSize.mock.calls.length).toBeLessThanOrEqual(200);
  const pace = new Pace(2);
  expect([0, 1, 2, 10_500, 10_501, 10_502].map((now) => pace.takes(now))).toEqual([
    true,
    true,
    false,
    true,
    true,
    false,
  ]);
});

it('tells the page that it goes, and waits no longer than a moment for its word', async () => {
  await begin();
  const closing = host.close();
  expect(answers.at(-1)).toMatchObject({ method: 'ui/resource-teardown' });
  await closing;
  const before = duties.onSize.mock.calls.length;
  say({ jsonrpc: '2.0', method: 'ui/notifications/size-changed', params: { height: 1 } });
  expect(duties.onSize.mock.calls.length).toBe(before);
});

it('takes nothing for a message that is none, too long, or an address that nobody should open', () => {
  const call = { jsonrpc: '2.0', id: 1, method: 'ping' };
  expect(heardIn({ ...call, params: { a: 1 } })).toEqual({ id: 1, method: 'ping', params: { a: 1 } });
  const circle: Record<string, unknown> = {};
  circle.itself = circle;
  for (const odd of [
    null,
    'ping',
    [],
    { ...call, jsonrpc: '1.0' },
    { ...call, id: {} },
    { ...call, method: 7 },
  ])
    expect(heardIn(odd)).toBeUndefined();
  for (const params of [[], null, 'x', circle, { text: 'x'.repeat(300_000) }])
    expect(heardIn({ ...call, params })).toBeUndefined();
  expect(
    wordsOf({ content: [{ type: 'image' }, { type: 'text', text: ' a ' }, { type: 'text', text: 'b' }] }),
  ).toBe('a \nb');
  expect(wordsOf({ content: { type: 'text', text: 'x'.repeat(5_000) } })).toBeUndefined();
  for (const url of [
    'javascript:1',
    'data:text/html,x',
    'file:///etc/passwd',
    'https://a:b@c.com/',
    '/chat',
    7,
    'x',
  ])
    expect(linkIn({ url })).toBeUndefined();
  expect(linkIn({ url: 'https://c.com/a' })?.host).toBe('c.com');
});
