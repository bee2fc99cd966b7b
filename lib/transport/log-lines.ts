/** Log messages of servers (`notifications/message`) as lines for people: few, short, without invisible characters. */

import type { LogLine } from '@/lib/tools/log-line';
import { isRecord } from '@/lib/values/records';
import { storable, visible } from '@/lib/values/text';
import type { Clean } from './secrets';

/** Requested from servers that let us choose; finer levels are for their developers. */
export const LOG_LEVEL = 'info';
const LEVELS = new Set(['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency']);
const MOST_LINES = 50;
const LONGEST_LINE = 500;
const LONGEST_LOGGER = 60;
/** Per server and second: reading a flood costs more than it tells. */
const MOST_A_SECOND = 50;

/** The latest lines of one server, in this process only. */
export class ServerLog {
  private readonly kept: LogLine[] = [];
  private secondBegan = 0;
  private inSecond = 0;

  /** @param clean removes what must not appear in any line */
  constructor(private readonly clean: Clean) {}

  /** Stores a notification's message and returns it; nothing if it is empty, or if there are too many at once. */
  add(params: unknown): LogLine | undefined {
    if (!isRecord(params) || params.data === undefined) return undefined;
    const now = Date.now();
    if (now - this.secondBegan >= 1_000) [this.secondBegan, this.inSecond] = [now, 0];
    this.inSecond += 1;
    if (this.inSecond > MOST_A_SECOND) return undefined;
    const { level, logger, data } = params;
    const line = {
      at: new Date(now).toISOString(),
      level: typeof level === 'string' && LEVELS.has(level) ? level : LOG_LEVEL,
      ...(typeof logger === 'string' && logger !== '' && { logger: this.words(logger, LONGEST_LOGGER) }),
      text: this.words(typeof data === 'string' ? data : JSON.stringify(data), LONGEST_LINE),
    };
    this.kept.push(line);
    if (this.kept.length > MOST_LINES) this.kept.shift();
    return line;
  }

  /** Oldest first. */
  all(): readonly LogLine[] {
    return this.kept;
  }

  /** Secrets are removed before anything is cut, since a cut could leave half of one. */
  private words(text: string, longest: number): string {
    const line = visible(storable(this.clean(text, longest * 4).slice(0, longest * 2)).replaceAll('\n', ' '));
    return line.length > longest ? `${storable(line.slice(0, longest - 1))}…` : line;
  }
}
