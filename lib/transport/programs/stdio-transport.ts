/**
 * MCP over stdio of a program that we start: one JSON-RPC message per line. We have our own because the built-in one
 * reads lines of any length, discards standard error, and ends a program with a single signal to that process alone.
 */
import type { JSONRPCMessage } from '@ai-sdk/mcp';
import { ExchangeError } from '@/lib/tools/connection-error';
import { isRecord } from '@/lib/values/records';
import { DuplexTransport } from '../duplex-transport';
import { parseJson } from '../json-rpc';
import type { Program } from '../server-config';
import { MAX_ANSWER_BYTES } from '../transport';
import { Child } from './child';
import type { LastWords } from './last-words';
import { Lines } from './lines';

export interface StdioOptions {
  program: Program;
  /** Gets what the program writes to standard error. */
  words: LastWords;
  /** Whether to try the newest handshake: some servers older than 2026 exit at an unknown message. */
  discovers: boolean;
  capabilities?: Record<string, unknown>;
  /** Called with the started process, and when it has exited. */
  onStart?: ((child: Child) => void) | undefined;
  onEnd?: ((child: Child | undefined) => void) | undefined;
}

export class StdioTransport extends DuplexTransport {
  override readonly supportsProtocolVersionDiscovery: boolean;
  private child: Child | undefined;
  private isClosed = false;

  constructor(private readonly options: StdioOptions) {
    super(options.capabilities);
    this.supportsProtocolVersionDiscovery = options.discovers;
  }

  async start(): Promise<void> {
    const { program, words } = this.options;
    const lines = new Lines(MAX_ANSWER_BYTES, {
      onLine: (text, bytes) => this.read(text, bytes),
      onTooLong: () => this.takeTooLarge(),
    });
    const onGone = (clause: string) => {
      this.gone(clause, words.telling());
      this.options.onEnd?.(this.child);
    };
    const child = await Child.start(program, words, (chunk) => lines.add(chunk), onGone);
    this.child = child;
    this.options.onStart?.(child);
    // The caller has given up meanwhile.
    if (this.isClosed) await child.end();
  }

  async close(): Promise<void> {
    this.isClosed = true;
    this.gone('was ended by Amber');
    await this.child?.end();
  }

  override get lastWords(): string | undefined {
    return this.options.words.telling();
  }

  protected async deliver(message: JSONRPCMessage): Promise<void> {
    if (!this.child) throw new ExchangeError('is not running', 'not-sent', 'ended');
    await this.child.write(`${JSON.stringify(message)}\n`);
  }

  private read(text: string, bytes: number): void {
    let message: unknown;
    try {
      message = parseJson(text);
    } catch {
      // Many programs print a greeting where only messages belong.
      this.options.words.add(text);
      return;
    }
    for (const one of Array.isArray(message) ? message : [message]) {
      if (isRecord(one)) this.take(one, bytes);
    }
  }
}
