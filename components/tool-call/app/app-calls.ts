/** The calls that a page of a server makes: each a run of its own on the server, one after the other. */
import { ApiError, request } from '@/components/api/api';
import { type AppCallState, mcpResult } from '@/lib/runs/apps/app-view';

/** How many may wait for the previous one. */
const MOST_WAITING = 20;
/** How often its state is requested, in milliseconds: often at first, then rarely. */
const SOON_MS = 150;
const RARELY_MS = 2_000;

export type ToolResult =
  | ReturnType<typeof mcpResult>
  | { isError: true; content: { type: 'text'; text: string }[] };

export class AppCalls {
  private waiting = 0;
  private last: Promise<unknown> = Promise.resolve();

  /**
   * @param callId that the page shows
   * @param signal aborted when it is closed: calls that have begun continue without it
   */
  constructor(
    private readonly callId: string,
    private readonly signal: AbortSignal,
  ) {}

  /**
   * Never rejects; nothing if the page has been closed.
   * @param onBegun called when its run has begun
   */
  make(
    { name, arguments: input = {} }: Record<string, unknown>,
    onBegun: () => void,
  ): Promise<ToolResult | undefined> {
    if (typeof name !== 'string' || typeof input !== 'object' || input === null)
      return Promise.resolve(failed('invalid params'));
    if (this.waiting >= MOST_WAITING) return Promise.resolve(failed('too many calls wait; nothing ran'));
    this.waiting += 1;
    const made = this.last.then(() => this.run(name, input, onBegun));
    this.last = made;
    return made.finally(() => {
      this.waiting -= 1;
    });
  }

  private async run(tool: string, input: object, onBegun: () => void): Promise<ToolResult | undefined> {
    const path = `/api/calls/${this.callId}/app`;
    try {
      if (this.signal.aborted) return undefined;
      const { id } = await request<{ id: string }>('POST', path, { tool, input });
      onBegun();
      for (let wait = SOON_MS; !this.signal.aborted; wait = Math.min(wait * 1.5, RARELY_MS)) {
        const now = await request<AppCallState>('GET', `${path}/${id}`);
        if (now.state === 'done') return mcpResult(now.output);
        if (now.state === 'failed') return failed(now.message);
        await pause(wait, this.signal);
      }
      return undefined;
    } catch (error) {
      return failed(error instanceof ApiError ? error.message : 'failed');
    }
  }
}

const failed = (text: string): ToolResult => ({ isError: true, content: [{ type: 'text', text }] });

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    const over = () => {
      clearTimeout(timer);
      resolve();
    };
    signal.addEventListener('abort', over, { once: true });
  });
}
