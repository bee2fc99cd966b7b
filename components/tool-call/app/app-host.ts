/**
 * The host's side of a page of a server (MCP Apps 2026-01-26): answers its requests and passes it the data to show. The
 * page has no origin that could be named, so it is identified by its window alone; its messages have no effects here
 * except those in this file.
 */
import { type Heard, heardIn, linkIn, Pace, wordsOf } from './app-messages';

export const PROTOCOL = '2026-01-26';

/** The newest version, and compatible earlier ones. */
const VERSIONS = new Set([PROTOCOL, '2025-11-21']);

/** What the surrounding page does for it. */
export interface AppDuties {
  /** Its surroundings at this moment (`hostContext`). */
  context(): Record<string, unknown>;
  /** The data that it shows. */
  shows: { input: unknown; result: unknown };
  onSize(height: number): void;
  /** Asks a person whether they want to open the address. @returns whether they were asked */
  onLink(url: URL): Promise<boolean>;
  /** Words for the composer. @returns whether they were put there */
  onWords(words: string): boolean;
  /** A call of a tool of its own server. Undefined: the page has been closed. */
  call(params: Record<string, unknown>): Promise<unknown>;
  onClose(): void;
  onReady(): void;
}

/** JSON-RPC's. */
const [UNKNOWN_METHOD, REFUSED] = [-32601, -32000];
class Refusal extends Error {
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message);
  }
}

/** Messages in ten seconds, including changes of size. */
const PACE = 200;

export class AppHost {
  private state: 'new' | 'greeted' | 'ready' = 'new';
  private readonly pace = new Pace(PACE);
  private readonly links = new Pace(3);
  private readonly listen = (event: MessageEvent) => this.hear(event);
  private readonly closing = new Map<number, () => void>();
  private asked = 0;

  constructor(
    private readonly frame: HTMLIFrameElement,
    private readonly duties: AppDuties,
  ) {
    window.addEventListener('message', this.listen);
  }

  /** Called when its surroundings have changed. */
  tellContext(): void {
    if (this.state === 'ready') this.notify('ui/notifications/host-context-changed', this.duties.context());
  }

  /** The page is told that it is about to be removed, and gets a moment for that. */
  async close(): Promise<void> {
    if (this.state === 'ready') {
      const id = ++this.asked;
      const answered = new Promise<void>((resolve) => this.closing.set(id, resolve));
      this.post({ id, method: 'ui/resource-teardown', params: {} });
      await Promise.race([answered, new Promise((resolve) => setTimeout(resolve, GOODBYE_MS))]);
    }
    this.leave();
  }

  leave(): void {
    window.removeEventListener('message', this.listen);
  }

  private hear({ source, data }: MessageEvent): void {
    if (source === null || source !== this.frame.contentWindow) return;
    if (!this.pace.takes(performance.now())) return;
    const { id, method } = Object(data) as Record<string, unknown>;
    if (method === undefined && typeof id === 'number') this.closing.get(id)?.();
    const heard = heardIn(data);
    if (heard) void this.take(heard);
  }

  private async take(heard: Heard): Promise<void> {
    const { id } = heard;
    try {
      const result = await this.answer(heard);
      if (id !== undefined && result !== undefined) this.post({ id, result });
    } catch (error) {
      const { code, message } = error instanceof Refusal ? error : new Refusal(REFUSED, 'failed');
      if (id !== undefined) this.post({ id, error: { code, message } });
    }
  }

  private answer({ method, params }: Heard): unknown {
    if (method === 'ping') return {};
    if (method === 'ui/initialize') return this.greet(params);
    if (method === 'ui/notifications/initialized') return this.begin();
    // No request is answered before that.
    if (this.state !== 'ready') throw new Refusal(REFUSED, 'not initialized');
    switch (method) {
      case 'tools/call':
        return this.duties.call(params);
      case 'ui/message':
        return this.suggest(params);
      case 'ui/open-link':
        return this.open(params);
      case 'ui/request-display-mode':
        return { mode: 'inline' };
      case 'ui/notifications/size-changed':
        return this.resize(params);
      case 'ui/notifications/request-teardown':
        return void this.duties.onClose();
      default:
        throw new Refusal(UNKNOWN_METHOD, 'not offered here');
    }
  }

  private greet({ protocolVersion }: Record<string, unknown>) {
    this.state = 'greeted';
    return {
      protocolVersion: VERSIONS.has(String(protocolVersion)) ? protocolVersion : PROTOCOL,
      hostInfo: { name: 'amber', version: '1.0.0' },
      hostCapabilities: { openLinks: {}, serverTools: {}, message: { text: {} }, sandbox: {} },
      hostContext: this.duties.context(),
    };
  }

  private begin(): void {
    if (this.state !== 'greeted') return;
    this.state = 'ready';
    const { input, result } = this.duties.shows;
    this.notify('ui/notifications/tool-input', { arguments: input });
    this.notify('ui/notifications/tool-result', result);
    this.duties.onReady();
  }

  private suggest(params: Record<string, unknown>) {
    const words = wordsOf(params);
    return words !== undefined && this.duties.onWords(words) ? {} : { isError: true };
  }

  private async open(params: Record<string, unknown>) {
    const url = linkIn(params);
    const isOpened = url && this.links.takes(performance.now()) && (await this.duties.onLink(url));
    return isOpened ? {} : { isError: true };
  }

  private resize({ height }: Record<string, unknown>): void {
    if (typeof height === 'number' && Number.isFinite(height)) this.duties.onSize(height);
  }

  private notify(method: string, params: unknown): void {
    this.post({ method, params });
  }

  private post(message: object): void {
    // The target has no origin that could be named; the page's policy keeps the frame from being anywhere else.
    this.frame.contentWindow?.postMessage({ jsonrpc: '2.0', ...message }, '*');
  }
}

const GOODBYE_MS = 300;
