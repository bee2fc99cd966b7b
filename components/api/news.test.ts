// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { followNews, type News } from './news';

/** Stands in for the browser's: the test opens it, sends through it and cuts it. */
class FakeEventSource {
  static readonly CLOSED = 2;
  static all: FakeEventSource[] = [];
  static get open() {
    return FakeEventSource.all.filter((source) => source.readyState !== FakeEventSource.CLOSED);
  }

  readyState = 0;
  onopen: (() => void) | null = null;
  onmessage: ((message: { data: string }) => void) | null = null;
  onerror: (() => void) | null = null;

  constructor(readonly url: string) {
    FakeEventSource.all.push(this);
  }

  close() {
    this.readyState = FakeEventSource.CLOSED;
  }
}

/** Locks as the browser grants them: one holder per name, in the order of requests. */
class FakeLocks {
  private queue = Promise.resolve();

  request(_name: string, { signal }: { signal: AbortSignal }, work: () => Promise<void>): Promise<void> {
    const turn = this.queue.then(() => (signal.aborted ? undefined : work()));
    this.queue = turn;
    return turn;
  }
}

const event = { chatId: 'c', rev: 3, running: true };
const ends: (() => void)[] = [];

function openTab(): News[] {
  const heard: News[] = [];
  ends.push(followNews('person', (news) => heard.push(news)));
  return heard;
}

const goOnline = () => window.dispatchEvent(new Event('online'));

/** Cuts the connection. Returns the time until the next attempt, in milliseconds. */
async function loseConnection(): Promise<number> {
  const before = Date.now();
  FakeEventSource.open[0]?.onerror?.();
  while (FakeEventSource.open.length === 0) await vi.advanceTimersByTimeAsync(100);
  return Date.now() - before;
}

beforeEach(() => {
  FakeEventSource.all = [];
  vi.stubGlobal('EventSource', FakeEventSource);
  Object.defineProperty(navigator, 'locks', { configurable: true, value: new FakeLocks() });
});
afterEach(() => {
  for (const end of ends.splice(0)) end();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'locks');
});

describe('followNews', () => {
  it('listens once for all tabs, and tells them all', async () => {
    const tabs = [openTab(), openTab(), openTab()];
    await vi.waitFor(() => expect(FakeEventSource.open.length).toBe(1));
    FakeEventSource.open[0]?.onopen?.();
    FakeEventSource.open[0]?.onmessage?.({ data: JSON.stringify(event) });
    await vi.waitFor(() => {
      for (const heard of tabs) expect(heard).toEqual([null, event]);
    });
  });

  it('hands over when the tab that listens goes', async () => {
    openTab();
    const second = openTab();
    await vi.waitFor(() => expect(FakeEventSource.open.length).toBe(1));
    ends.shift()?.();
    await vi.waitFor(() => {
      expect(FakeEventSource.all.length).toBe(2);
      expect(FakeEventSource.open.length).toBe(1);
    });
    FakeEventSource.open[0]?.onmessage?.({ data: JSON.stringify(event) });
    expect(second).toContainEqual(event);
  });

  it('listens anew after an answer that was no stream, and has everything asked again', async () => {
    const heard = openTab();
    await vi.waitFor(() => expect(FakeEventSource.open.length).toBe(1));
    vi.useFakeTimers();
    const [source] = FakeEventSource.open;
    source?.close();
    source?.onerror?.();
    await vi.advanceTimersByTimeAsync(3000);
    expect(heard).toEqual([null]);
    expect(FakeEventSource.open.length).toBe(1);
  });

  it('tries a lost connection ever more slowly, and begins anew once it was open', async () => {
    openTab();
    await vi.waitFor(() => expect(FakeEventSource.open.length).toBe(1));
    vi.useFakeTimers();
    vi.spyOn(Math, 'random').mockReturnValue(1);
    const waits: number[] = [];
    for (let attempt = 0; attempt < 8; attempt++) waits.push(await loseConnection());
    expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 15_000, 15_000, 15_000]);
    FakeEventSource.open[0]?.onopen?.();
    expect(await loseConnection()).toBe(500);
  });

  it('tries it at once when any tab comes to the front, or the browser is online again', async () => {
    const tabs = [openTab(), openTab()];
    await vi.waitFor(() => expect(FakeEventSource.open.length).toBe(1));
    vi.useFakeTimers();
    for (const sign of [() => document.dispatchEvent(new Event('visibilitychange')), goOnline]) {
      FakeEventSource.open[0]?.onerror?.();
      expect(FakeEventSource.open.length).toBe(0);
      sign();
      expect(FakeEventSource.open.length).toBe(1);
    }
    vi.useRealTimers();
    FakeEventSource.open[0]?.onerror?.();
    new BroadcastChannel('amber-news-person').postMessage('wake');
    await vi.waitFor(() => expect(FakeEventSource.open.length).toBe(1), { interval: 5 });
    for (const heard of tabs) expect(heard).not.toContain('wake');
  });

  it('asks in intervals where there are no locks', async () => {
    Reflect.deleteProperty(navigator, 'locks');
    vi.useFakeTimers();
    const heard = openTab();
    await vi.advanceTimersByTimeAsync(4000);
    expect(heard).toEqual([null, null]);
    ends.shift()?.();
    await vi.advanceTimersByTimeAsync(4000);
    expect(heard.length).toBe(2);
    expect(FakeEventSource.all).toEqual([]);
  });
});
