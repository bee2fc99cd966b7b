// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { request, signOut } from './api';

const assign = vi.fn();
let answers: Response[];

beforeEach(() => {
  assign.mockReset();
  vi.spyOn(window.location, 'assign').mockImplementation(assign);
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => answers.shift() ?? signedOut());
  vi.useFakeTimers();
});
afterEach(() => {
  // As a browser fires it whenever it shows the page.
  window.dispatchEvent(new Event('pageshow'));
  vi.runOnlyPendingTimers();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const ended = (next: string | null) => Response.json({ next });
const signedOut = () =>
  Response.json({ error: { code: 'unauthorized', message: 'Sign in.' } }, { status: 401 });
const refused = () => request('GET', '/api/chats').catch(() => {});
const signIn = expect.stringMatching(/^\/sign-in(\?|$)/);

it('leaves by way of the company’s own page, whatever else is refused meanwhile', async () => {
  answers = [ended('https://idp.example/out')];
  const left = vi.fn();
  await signOut(left);
  await refused();
  expect(assign.mock.calls).toEqual([['https://idp.example/out']]);
  expect(left).toHaveBeenCalledOnce();
});

it('leaves for the sign-in page where another tab has ended the session', async () => {
  answers = [signedOut()];
  const left = vi.fn();
  await signOut(left);
  expect(assign.mock.calls).toEqual([['/sign-in']]);
  expect(left).toHaveBeenCalledOnce();
});

it.each([
  ['the browser came back to it', () => window.dispatchEvent(new Event('pageshow'))],
  ['the company’s page never came', () => vi.advanceTimersByTime(60_000)],
])('finds its way to the sign-in page from a page that stayed: %s', async (_, stayed) => {
  answers = [ended('https://idp.example/out')];
  await signOut();
  stayed();
  await refused();
  expect(assign).toHaveBeenLastCalledWith(signIn);
});

it('stays, and says so, where the session could not be ended', async () => {
  answers = [Response.json({ error: { code: 'internal', message: 'Oh.' } }, { status: 500 })];
  const left = vi.fn();
  await expect(signOut(left)).rejects.toThrow('Oh.');
  expect(assign).not.toHaveBeenCalled();
  expect(left).not.toHaveBeenCalled();
  await refused();
  expect(assign).toHaveBeenLastCalledWith(signIn);
});
