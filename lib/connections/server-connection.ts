/**
 * One client of one server for one team and credential: connected when first needed, kept, and reconnected when its
 * session or program is gone. A call that was sent is never sent again, whatever came back.
 */
import type { CallToolResult } from '@ai-sdk/mcp';
import type { Asked } from '@/lib/servers/askable-server';
import { ExchangeError, exchangeErrorOf, isForPerson } from '@/lib/tools/connection-error';
import { abortable } from '@/lib/transport/abortable';
import {
  hasNews,
  hasSession,
  instructionsOf,
  isAnswer,
  type Link,
  readLog,
  shakeHands,
} from '@/lib/transport/handshake';
import { keepListening } from '@/lib/transport/listening';
import { type Dispatch, dispatching } from '@/lib/transport/sending';
import { shownReason } from '@/lib/transport/server-reason';
import { storable, visible } from '@/lib/values/text';
import { askWithin } from './ask-within';
import { Backoff } from './backoff';
import { listRawTools, type RawTools } from './list-tools';
import { OwnNames } from './own-names';
import { prepareHeaders } from './prepare-headers';
import type { LinkStatus, ServerOptions } from './server-options';

const HANDSHAKE_TIMEOUT_MS = 10_000;
/** A session used more recently than this is assumed to exist; an older one is checked before a call. */
const SESSION_TRUSTED_MS = 5_000;
const MAX_LABEL = 100;

export class ServerConnection {
  private link: Link | undefined;
  private handshake: Promise<Link> | undefined;
  private openCalls = 0;
  /** The index of the transport that works there. */
  private way = 0;
  private readonly backoff = new Backoff();
  private failure: ExchangeError | undefined;
  private lastError: LinkStatus['lastError'];
  private isRetired = false;
  private ending: Promise<void> = Promise.resolve();
  private readonly names = new OwnNames();
  /** The capabilities it declared at the last handshake. */
  private declared: Record<string, unknown> | undefined;
  private linkedAt = 0;
  private callAt: number | undefined;

  constructor(private readonly options: ServerOptions) {}

  /** Whether a call is in progress. */
  get isBusy(): boolean {
    return this.openCalls > 0;
  }

  /**
   * Since when it is connected, and when a call on this connection last began or ended; undefined while it is not
   * connected.
   */
  get use(): { since: number; calledAt: number | undefined } | undefined {
    return this.link && { since: this.linkedAt, calledAt: this.callAt };
  }

  get isSignedIn(): boolean {
    return this.options.isSignedIn === true;
  }

  /** Text about the server, without what nobody may read. */
  clean(text: string, most?: number): string {
    return this.options.clean?.(text, most) ?? text;
  }

  get status(): LinkStatus {
    const lastError = this.lastError && { lastError: this.lastError };
    if (this.handshake) return { state: 'connecting', ...lastError };
    if (!this.link) {
      const failed = isForPerson(this.failure?.code) ? 'needs-sign-in' : 'failed';
      return { state: this.failure ? failed : 'idle', ...lastError };
    }
    const { protocolVersion, serverInfo } = this.link.client.initializeResult;
    const label = `${serverInfo.name} ${serverInfo.version}`.trim();
    return {
      state: 'ready',
      protocolVersion: short(protocolVersion),
      serverInfo: short(label),
      ...lastError,
    };
  }

  /** The icons that it names for itself, unchecked. */
  get icons(): unknown {
    return this.link?.client.initializeResult.serverInfo.icons;
  }

  /** As `instructionsOf`; also undefined while it is not connected. */
  get instructions(): string | undefined {
    return this.link && instructionsOf(this.link);
  }

  /**
   * Calls a tool once.
   *
   * @throws ExchangeError, MCPClientError when the server answers with an error, or the signal's reason.
   */
  call(
    tool: { name: string; inputSchema: Record<string, unknown> },
    input: Record<string, unknown>,
    signal: AbortSignal,
    dispatch?: Dispatch,
  ): Promise<CallToolResult> {
    return this.using(signal, ({ client }) => {
      this.callAt = Date.now();
      prepareHeaders(client, tool);
      const request = { name: tool.name, arguments: input, options: { signal } };
      const result = dispatch
        ? dispatching(dispatch, () => client.callTool(request))
        : client.callTool(request);
      return result.finally(() => {
        this.callAt = Date.now();
      });
    });
  }

  /** Connects if necessary. Errors as `call`. */
  ready(signal: AbortSignal): Promise<void> {
    return this.using(signal, () => Promise.resolve());
  }

  /** The tools as the server sends them, page by page within the limits. Errors as `call`. */
  listTools(signal: AbortSignal): Promise<RawTools> {
    return this.using(signal, async (link) => {
      const [raw, callsItself] = await Promise.all([
        listRawTools((params, budget) =>
          abortable(link.transport.request('tools/list', params, { budget, signal }), signal),
        ),
        this.names.of(link, signal),
      ]);
      const problem = raw.problem ?? this.names.problem;
      return {
        ...raw,
        ...(problem !== undefined && { problem }),
        ...(callsItself !== undefined && { callsItself }),
      };
    });
  }

  /**
   * Asks for what a server offers besides tools; nothing if it does not declare it. Errors as `call`, and the time
   * limit's.
   */
  ask(asked: Asked): Promise<Record<string, unknown> | undefined> {
    // The capabilities of the last connection still count: no program is started just to hear them again.
    if (this.declared && !Object.hasOwn(this.declared, asked.of)) return Promise.resolve(undefined);
    return this.using(asked.signal, (link) => askWithin(link, asked));
  }

  /** The next use tries to connect at once, however many attempts have failed. */
  tryNow(): void {
    this.backoff.reset();
  }

  /**
   * Closes the session or the program, if there is one; resolves when it has gone. The next use reconnects.
   * @param why a clause that follows "It ...", for admins
   */
  close(why?: string): Promise<void> {
    const link = this.link;
    this.link = undefined;
    if (link && why !== undefined) this.note(new ExchangeError(why, 'unknown'));
    link?.ending.abort();
    if (link) this.ending = link.client.close().catch(() => {});
    return this.ending;
  }

  /** Closes it once nothing is in progress. */
  retire(): void {
    this.isRetired = true;
    if (!this.isBusy) void this.close();
  }

  private async using<Result>(signal: AbortSignal, task: (link: Link) => Promise<Result>): Promise<Result> {
    this.openCalls += 1;
    try {
      const link = await this.liveLink(signal);
      return await task(link).catch((error: unknown) => {
        if (!signal.aborted && !isAnswer(error) && !link.transport.outlivesErrors) this.forget(link, error);
        throw error;
      });
    } finally {
      this.openCalls -= 1;
      if (this.isRetired && !this.isBusy) void this.close();
    }
  }

  private async liveLink(signal: AbortSignal): Promise<Link> {
    let link = await this.connected(signal);
    const { sessionId } = link.transport;
    const trustedMs = this.options.sessionTrustedMs ?? SESSION_TRUSTED_MS;
    if (sessionId !== undefined && Date.now() - link.usedAt > trustedMs) {
      const isThere = await hasSession(link.transport, signal);
      if (!isThere) {
        this.forget(link);
        link = await this.connected(signal);
      }
    }
    link.usedAt = Date.now();
    return link;
  }

  /** Everybody waits for the same handshake; one who stops waiting does not cancel it for the others. */
  private async connected(signal: AbortSignal): Promise<Link> {
    if (this.link) return this.link;
    if (!this.handshake && this.failure && this.backoff.waitMs > 0) throw this.failure;
    this.handshake ??= this.connect().finally(() => {
      this.handshake = undefined;
    });
    return abortable(this.handshake, signal);
  }

  private async connect(): Promise<Link> {
    try {
      if (this.options.isOneAtATime) await this.ending;
      const link = await this.tryWays();
      this.backoff.reset();
      this.failure = undefined;
      this.link = link;
      this.declared = { ...link.client.initializeResult.capabilities };
      this.linkedAt = Date.now();
      this.callAt = undefined;
      // The caller that wanted it has gone meanwhile, and nobody will want it again.
      if (this.isRetired && !this.isBusy) void this.close();
      return link;
    } catch (error) {
      this.backoff.fail();
      this.failure = error as ExchangeError;
      this.note(error);
      throw error;
    }
  }

  private async tryWays(): Promise<Link> {
    const { ways, capabilities = {}, handshakeMs = HANDSHAKE_TIMEOUT_MS, onToolsChanged, log } = this.options;
    for (let index = this.way; ; index++) {
      const transport = ways[index]?.();
      if (!transport) throw new ExchangeError('has no address', 'not-sent');
      try {
        const link = await shakeHands(transport, capabilities, handshakeMs);
        this.way = index;
        if (onToolsChanged) transport.onToolsChanged = onToolsChanged;
        if (log) readLog(link, log);
        transport.onGone = (why) => {
          this.forget(link, new ExchangeError(why, 'not-sent'));
        };
        if (onToolsChanged && hasNews(link, capabilities)) void keepListening(transport, link.ending.signal);
        return link;
      } catch (error) {
        const { code } = error as ExchangeError;
        const isElsewhere = code === 'other-way' || code === 'ended';
        if (!isElsewhere || index + 1 >= ways.length) throw error;
      }
    }
  }

  /** The next use reconnects; other calls in progress on this link may still finish. */
  private forget(link: Link, error?: unknown): void {
    if (this.link !== link) return;
    this.link = undefined;
    link.ending.abort();
    this.note(error);
    const failed = exchangeErrorOf(error);
    if (isForPerson(failed?.code)) this.failure = failed;
  }

  private note(error: unknown): void {
    const failed = exchangeErrorOf(error);
    if (!failed) return;
    const message = `It ${failed.message}${failed.detail ? `: ${failed.detail}` : ''}.`;
    this.lastError = { message: shownReason(this.clean(message)), at: new Date().toISOString() };
  }
}

function short(text: string): string {
  return visible(storable(text.slice(0, MAX_LABEL)));
}
