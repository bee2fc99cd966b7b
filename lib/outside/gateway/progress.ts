import 'server-only';
/**
 * What a client that asked for progress hears about its call: that it waits for a person, and what its server reports.
 * The protocol requires ever larger numbers, so the two sources are added up.
 */
import type { ServerContext } from '@modelcontextprotocol/server';
import type { CallRecord } from '@/lib/execution/call-record';

const TELL_MS = 5_000;
const STEP = 1e-6;

export class ProgressTeller {
  private last = 0;
  /** How far our own waiting had counted before the server reported anything. */
  private before: number | undefined;
  private message = '';
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly request: ServerContext) {}

  private get token() {
    return this.request.mcpReq._meta?.progressToken;
  }

  /** Reports at once and then regularly, until `rest`: clients that listen for progress then wait as long. */
  wait(message: string): void {
    this.message = message;
    if (this.token === undefined || this.timer !== undefined) return;
    const tick = () => this.tell({ progress: this.last + 1, message: this.message });
    tick();
    this.timer = setInterval(tick, TELL_MS);
  }

  rest(): void {
    clearInterval(this.timer);
    this.timer = undefined;
  }

  /** Passes on what a call's server reports. */
  readonly hear = ({ progress: said }: Pick<CallRecord, 'progress'>): void => {
    if (this.token === undefined || said === undefined) return;
    this.rest();
    this.before ??= this.last;
    const progress = Math.max(this.before + said.progress, this.last + STEP);
    const total = said.total === undefined ? {} : { total: Math.max(this.before + said.total, progress) };
    this.tell({ progress, ...total, ...(said.message !== undefined && { message: said.message }) });
  };

  private tell(said: { progress: number; total?: number; message?: string }): void {
    const progressToken = this.token;
    if (progressToken === undefined) return;
    this.last = said.progress;
    const params = { progressToken, ...said };
    void this.request.mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {});
  }
}
